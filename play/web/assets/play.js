// Pages work without this script. It makes moves without loading the whole page, and adds
// dragging, keys and motion. The server still makes each page, with its own address.
"use strict";
(() => {
	const still = matchMedia("(prefers-reduced-motion: reduce)");
	const status = document.getElementById("status");
	let film = 0; // the timer of the next frame of a solution

	const game = () => document.getElementById("game");
	const search = (address, name) => new URL(address, location.href).searchParams.has(name);
	// Back skips pages with a disk in hand, a refused move or a frame of a film.
	const passing = (address) => ["pick", "drop", "play"].some((name) => search(address, name));

	const places = () => {
		const at = new Map();
		for (const disk of document.querySelectorAll("#game [data-disk]")) at.set(disk.dataset.disk, disk.getBoundingClientRect());
		return at;
	};

	// move makes the disks glide from their former places.
	const move = (before) => {
		if (still.matches) return;
		for (const disk of document.querySelectorAll("#game [data-disk]")) {
			const from = before.get(disk.dataset.disk), to = disk.getBoundingClientRect();
			if (!from) continue;
			const scale = disk.ownerSVGElement.getScreenCTM().a;
			const x = (from.x - to.x) / scale, y = (from.y - to.y) / scale;
			if (Math.abs(x) + Math.abs(y) < 1) continue;
			// A gliding disk must not catch clicks on the peg below it.
			disk.animate({ transform: [`translate(${x}px, ${y}px)`, "none"], pointerEvents: ["none", "none"] }, { duration: 140, easing: "ease-out" });
		}
	};

	// show replaces this page with the page at an address.
	const show = async (address, before = places()) => {
		clearTimeout(film);
		let text;
		try {
			const answer = await fetch(address);
			if (!answer.ok) throw new Error(answer.statusText);
			text = await answer.text();
		} catch {
			location.href = address; // the browser shows the error
			return false;
		}
		const page = new DOMParser().parseFromString(text, "text/html");
		const focus = document.activeElement.id, hadFocus = game().contains(document.activeElement);
		const graph = document.getElementById("graph"), newGraph = page.getElementById("graph");
		if (graph.getAttribute("src") !== newGraph.getAttribute("src")) graph.src = newGraph.getAttribute("src");
		// Screen readers announce the beginning and the end of a solution, not each frame.
		status.setAttribute("aria-live", game().dataset.next && page.getElementById("game").dataset.next ? "off" : "polite");
		for (const id of ["counts", "game"]) document.getElementById(id).replaceWith(page.getElementById(id));
		for (const id of ["link", "puzzle"]) document.getElementById(id).href = page.getElementById(id).href;
		document.getElementById("link").textContent = linkText;
		document.title = page.title;
		// A blank tells a message from the same message before it, which would not be announced.
		const said = page.getElementById("status").textContent;
		status.textContent = status.textContent === said ? said + "\u00a0" : said;
		if (hadFocus) (document.getElementById(focus) || game().querySelector(".button")).focus({ preventScroll: true });
		move(before);
		roll();
		return true;
	};

	// go shows a page and adds it to the history.
	const go = async (address, before) => {
		const replace = passing(location.href);
		if (!address) return; // the page no longer has this link
		if (await show(address, before)) history[replace ? "replaceState" : "pushState"](null, "", address);
	};

	// An action during the load of a page waits for that page: two quick clicks on two pegs
	// make a move.
	let queue = Promise.resolve();
	const enqueue = (action) => { queue = queue.then(action); };
	const follow = (id) => enqueue(() => go(document.getElementById(id)?.href));

	// roll shows the next frame of a solution when it is due.
	const roll = () => {
		clearTimeout(film);
		if (game().dataset.next) film = setTimeout(() => enqueue(() => go(game().dataset.next)), 250);
	};

	addEventListener("popstate", () => enqueue(() => show(location.href)));

	document.addEventListener("click", (event) => {
		const link = event.target.closest("#game a[href]:not(#larger)");
		if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
		event.preventDefault();
		if (!dragged) follow(link.id);
		dragged = false;
	});

	// Keys can be switched off (WCAG 2.1.4).
	const keys = document.getElementById("keys");
	keys.hidden = false;
	const useKeys = keys.querySelector("input");
	try {
		useKeys.checked = localStorage.getItem("keys") !== "off";
		useKeys.addEventListener("change", () => localStorage.setItem("keys", useKeys.checked ? "on" : "off"));
	} catch {
		// Without storage, the browser forgets the choice.
	}
	addEventListener("keydown", (event) => {
		if (!useKeys.checked || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) return;
		// Caps Lock changes nothing: Shift tells R from r.
		let key = event.key.length > 1 ? event.key : event.key.toLowerCase();
		if (key === "r" && event.shiftKey) key = "R";
		const link = [...document.querySelectorAll("#game [data-key]")].find((link) => link.dataset.key.split(" ").includes(key));
		if (!link) return;
		event.preventDefault();
		follow(link.id);
	});

	// Dragging: the top disk follows the pointer, and is dropped on the peg below it.
	let dragged = false; // the next click ends a drag and does nothing else
	let drag = null;
	document.addEventListener("dragstart", (event) => {
		if (event.target.closest && event.target.closest(".peg")) event.preventDefault();
	});
	document.addEventListener("pointerdown", (event) => {
		dragged = false;
		const peg = event.target.closest(".peg");
		if (!peg || event.button || !event.isPrimary) return;
		if (event.pointerType !== "mouse" && !event.target.closest(".top")) return; // a finger elsewhere scrolls
		const disk = peg.querySelector(".top");
		if (disk) drag = { peg, disk, x: event.clientX, y: event.clientY, id: event.pointerId, far: false };
	});
	document.addEventListener("pointermove", (event) => {
		if (!drag || event.pointerId !== drag.id) return;
		const x = event.clientX - drag.x, y = event.clientY - drag.y;
		if (!drag.far && Math.hypot(x, y) < 8) return;
		if (!drag.far) {
			drag.far = true;
			clearTimeout(film);
			drag.disk.classList.add("dragged");
		}
		const scale = drag.disk.ownerSVGElement.getScreenCTM().a;
		drag.disk.style.transform = `translate(${x / scale}px, ${y / scale}px)`;
	});
	const drop = (event, cancelled) => {
		if (!drag || event.pointerId !== drag.id) return;
		const { peg, disk, far } = drag;
		drag = null;
		if (!far) return;
		dragged = true;
		const before = places();
		disk.classList.remove("dragged");
		disk.style.transform = "";
		const under = [...document.querySelectorAll(".peg")].find((p) => {
			const box = p.getBoundingClientRect();
			return event.clientX >= box.left && event.clientX < box.right;
		});
		if (cancelled || !under || under.id === peg.id) {
			move(before);
			roll();
			return;
		}
		// Like clicks: put back a disk in hand from another peg, pick this one, drop it.
		enqueue(async () => {
			const press = (id) => go(document.getElementById(id).href, before);
			const hand = document.querySelector(".picked");
			if (hand && hand.id !== peg.id) await press(hand.id);
			if (!hand || hand.id !== peg.id) await press(peg.id);
			await press(under.id);
		});
	};
	document.addEventListener("pointerup", (event) => drop(event, false));
	document.addEventListener("pointercancel", (event) => drop(event, true));

	// If the browser lets a page copy, the link to this game copies itself.
	const link = document.getElementById("link");
	const linkText = navigator.clipboard ? "Copy link" : link.textContent;
	link.textContent = linkText;
	link.addEventListener("click", async (event) => {
		if (!navigator.clipboard || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
		event.preventDefault();
		try {
			await navigator.clipboard.writeText(link.href);
			link.textContent = "Copied";
		} catch {
			location.href = link.href; // to be copied from the address bar
		}
	});

	roll();
})();
