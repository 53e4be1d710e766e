package export

import "github.com/skeeter-surveillance/skeeter/internal/formula"

// guards reports whether the cells of a file are guarded from being run as formulas.
func (k Kind) guards() bool { return k.Table && !k.Raw }

// Unguard returns the text of a cell, which may be guarded where the file guards.
func (k Kind) Unguard(cell string) string {
	if k.guards() {
		return formula.Unguard(cell)
	}
	return cell
}
