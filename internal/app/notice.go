package app

import (
	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
	"github.com/skeeter-surveillance/skeeter/web"
)

// Notices that pages and the welcome show while the database holds synthetic records, beside real ones too.
var (
	demonstrationNotice = web.Notice{Kind: "demonstration", Text: "This server shows synthetic demonstration data. No mosquito was caught for it. The first import removes it."}
	syntheticNotice     = web.Notice{Kind: "synthetic", Text: "This server shows synthetic records that skeeter demo made. No mosquito was caught for them. skeeter demo --remove removes them."}
)

// notice returns the notice of the synthetic records that the database holds, the zero Notice when there are none.
func (a *App) notice() web.Notice {
	names := a.lookups.Current()
	if d, ok := names.FindDataSource(datasets.SyntheticID); ok && d.Synthetic {
		return syntheticNotice
	}
	if d, ok := names.FindDataSource(datasets.DemonstrationID); ok && d.Synthetic {
		return demonstrationNotice
	}
	return web.Notice{}
}
