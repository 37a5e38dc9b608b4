package picture

// edge is the unit of the parts, in which they are drawn. The picture scales them down.
const edge = 1000 * one

// leaf is the level of the largest part that is written line by line. A larger part consists of
// three parts of the level below.
const leaf = 3

// drawParts defines the parts up to the whole graph, and the bridges between them.
//
// A part of level k is the graph of k disks. With s = 2^k − gap for its side and h = √3/2, its
// corners are (s/2, 0), (0, h·s) and (s, h·s). With L = 2^(k−1), its three parts of level k−1
// are at (L/2, 0), (0, h·L) and (L, h·L). The bridges join their corners.
//
// If all levels are drawn, gap is 1 and a part of level 0 is a point. If a vertex stands for
// the states of the m smallest disks, the unit is 2^m edges, gap is 2^−m, and a part of
// level 0 is a triangle.
func (g *graph) drawParts(p *page) {
	lowest := min(leaf, g.depth)
	p.f("<defs>\n<path id=\"g%d\" d=\"", lowest)
	g.drawPart(p, lowest, 0, 0)
	p.f("\"/>\n")
	for k := lowest + 1; k <= g.depth; k++ {
		half := edge << (k - 1)
		p.f(`<g id="g%d"><use href="#g%d" x="%v"/><use href="#g%[2]d" y="%[4]v"/><use href="#g%[2]d" x="%[5]v" y="%[4]v"/><path d="`,
			k, k-1, half/2, height(half), half)
		g.drawBridges(p, k, 0, 0)
		p.f("\"/></g>\n")
	}
	p.f("</defs>\n")
}

// drawPart writes a part at (x, y) as path data.
func (g *graph) drawPart(p *page, k int, x, y unit) {
	if k == 0 || k == 1 && g.gap == edge { // a vertex drawn as a triangle, or three points and their bridges
		side := edge<<k - g.gap
		p.f("M%v %vl%v %vh%vz", x+side/2, y, -side/2, height(side), side)
		return
	}
	half := edge << (k - 1)
	g.drawPart(p, k-1, x+half/2, y)
	g.drawPart(p, k-1, x, y+height(half))
	g.drawPart(p, k-1, x+half, y+height(half))
	g.drawBridges(p, k, x, y)
}

// drawBridges writes the bridges between the three parts of a part of level k.
func (g *graph) drawBridges(p *page, k int, x, y unit) {
	half, gap := edge<<(k-1), g.gap
	part := half - gap // the side of a part
	p.f("M%v %vl%v %v", x+half/2, y+height(part), -gap/2, height(gap))
	p.f("M%v %vl%v %v", x+half/2+part, y+height(part), gap/2, height(gap))
	p.f("M%v %vh%v", x+part, y+height(half)+height(part), gap)
}
