package app

import (
	"github.com/skeeter-surveillance/skeeter/observe/transfer"
	"github.com/skeeter-surveillance/skeeter/web"
)

// Notices of synthetic records, on every page and in the welcome while there are any, beside real ones too.
var (
	demonstrationNotice = web.Notice{Kind: "demonstration", Text: "This server shows synthetic demonstration data. No mosquito was caught for it. The first import removes it."}
	syntheticNotice     = web.Notice{Kind: "synthetic", Text: "This server shows synthetic records that skeeter demo made. No mosquito was caught for them. skeeter demo --remove removes them."}
)

// notice says which synthetic records there are, and what removes them.
func (a *App) notice() web.Notice {
	names := a.lookups.Current()
	if d, ok := names.FindDataSource(transfer.SyntheticID); ok && d.Synthetic {
		return syntheticNotice
	}
	if d, ok := names.FindDataSource(transfer.DemonstrationID); ok && d.Synthetic {
		return demonstrationNotice
	}
	return web.Notice{}
}
