// What a script adds to pages that work without one: a move without loading the
// page anew, dragging, keys, and motion. Each state is still a page of its own
// with an address of its own, which the server makes.
"use strict";
(() => {
	const still = matchMedia("(prefers-reduced-motion: reduce)");
	const status = document.getElementById("status");
	let film = 0; // the timer of the next frame of a solution

	const game = () => document.getElementById("game");
	const search = (address, name) => new URL(address, location.href).searchParams.has(name);
	// What is picked and what was refused are no moves: Back passes over them.
	const passing = (address) => ["pick", "drop", "play"].some((name) => search(address, name));

	const places = () => {
		const at = new Map();
		for (const disk of document.querySelectorAll("#game [data-disk]")) at.set(disk.dataset.disk, disk.getBoundingClientRect());
		return at;
	};

	// move lets the disks glide from where they were.
	const move = (before) => {
		if (still.matches) return;
		for (const disk of document.querySelectorAll("#game [data-disk]")) {
			const from = before.get(disk.dataset.disk), to = disk.getBoundingClientRect();
			if (!from) continue;
			const scale = disk.ownerSVGElement.getScreenCTM().a;
			const x = (from.x - to.x) / scale, y = (from.y - to.y) / scale;
			if (Math.abs(x) + Math.abs(y) < 1) continue;
			// A gliding disk does not catch clicks that are meant for a peg below it.
			disk.animate({ transform: [`translate(${x}px, ${y}px)`, "none"], pointerEvents: ["none", "none"] }, { duration: 140, easing: "ease-out" });
		}
	};

	// show puts the page of an address in place of this one.
	const show = async (address, before = places()) => {
		clearTimeout(film);
		let text;
		try {
			const answer = await fetch(address);
			if (!answer.ok) throw new Error(answer.statusText);
			text = await answer.text();
		} catch {
			location.href = address; // the browser says what is wrong
			return false;
		}
		const page = new DOMParser().parseFromString(text, "text/html");
		const focus = document.activeElement.id, hadFocus = game().contains(document.activeElement);
		const graph = document.getElementById("graph"), newGraph = page.getElementById("graph");
		document.getElementById("caption").textContent = page.getElementById("caption").textContent;
		if (graph.getAttribute("src") !== newGraph.getAttribute("src")) graph.src = newGraph.getAttribute("src");
		game().replaceWith(page.getElementById("game"));
		for (const id of ["link", "puzzle"]) document.getElementById(id).href = page.getElementById(id).href;
		document.getElementById("link").textContent = linkText;
		document.title = page.title;
		const said = page.getElementById("status").textContent;
		if (status.textContent !== said) status.textContent = said;
		if (hadFocus) (document.getElementById(focus) || game().querySelector(".button")).focus({ preventScroll: true });
		move(before);
		roll();
		return true;
	};

	// go shows a page and enters it into the history.
	const go = async (address, before) => {
		const replace = passing(location.href);
		if (!address) return; // what was wanted is not there any more
		if (await show(address, before)) history[replace ? "replaceState" : "pushState"](null, "", address);
	};

	// What is done while a page is on its way waits for that page, and is then done
	// to it: quick clicks on two pegs are a move.
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

	// Keys, which a reader can switch off (WCAG 2.1.4).
	const keys = document.getElementById("keys");
	keys.hidden = false;
	const useKeys = keys.querySelector("input");
	try {
		useKeys.checked = localStorage.getItem("keys") !== "off";
		useKeys.addEventListener("change", () => localStorage.setItem("keys", useKeys.checked ? "on" : "off"));
	} catch {
		// A browser that stores nothing forgets the choice.
	}
	addEventListener("keydown", (event) => {
		if (!useKeys.checked || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) return;
		for (const link of document.querySelectorAll("#game [data-key]")) {
			const wanted = link.dataset.key.split(" ");
			if (wanted.includes(event.key) || (link.classList.contains("peg") && wanted.includes(event.key.toUpperCase()))) {
				event.preventDefault();
				follow(link.id);
				return;
			}
		}
	});

	// Dragging: the top disk follows the pointer, and is dropped on the peg below it.
	let dragged = false; // a drag ended in a click that is none
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
		// As three clicks: put back what is in hand from elsewhere, pick, drop.
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

	// Copy link: where the browser lets a page copy, the link to this game does that.
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
			location.href = link.href; // the address bar has it
		}
	});

	// A result can be copied with one press where the browser allows it.
	document.addEventListener("focusin", (event) => {
		if (event.target.id === "result") event.target.select();
	});

	roll();
})();
