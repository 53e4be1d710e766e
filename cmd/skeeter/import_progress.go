package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

// progress shows a bar on a terminal, and a line every plainEvery elsewhere.
type progress struct {
	w       io.Writer
	file    string
	bar     *progressbar.ProgressBar
	stage   string
	began   time.Time // the stage
	printed time.Time
}

// plainEvery is the time between two plain lines.
const plainEvery = 5 * time.Second

func newProgress(f *os.File, file string) *progress {
	p := &progress{w: f, file: file, began: time.Now(), printed: time.Now()}
	if term.IsTerminal(int(f.Fd())) {
		p.bar = progressbar.NewOptions64(-1, progressbar.OptionSetWriter(f), progressbar.OptionSetDescription(file),
			progressbar.OptionSetElapsedTime(false), progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish(),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionFullWidth())
	}
	return p
}

func (p *progress) show(s importing.Progress) {
	if s.Stage != p.stage {
		p.stage, p.began = s.Stage, time.Now()
	}
	if s.Stage == importing.StageWaiting {
		p.line(fmt.Sprintf("waits for another import into %q to end", s.DataSource))
		return
	}
	rows := s.Rows
	if s.Stage == importing.StageStoring {
		rows = s.Done
	}
	text := fmt.Sprintf("%s, %d rows", s.Stage, rows)
	if took := time.Since(p.began); took > time.Second && s.Stage != importing.StageComparing {
		text += fmt.Sprintf(", %.0f rows/s", float64(rows)/took.Seconds())
	}
	if p.bar != nil {
		p.bar.ChangeMax64(max(s.Total, 1))
		p.bar.Describe(p.file + " " + text)
		_ = p.bar.Set64(min(s.Done, s.Total))
		return
	}
	if time.Since(p.printed) < plainEvery {
		return
	}
	p.printed = time.Now()
	if took := time.Since(p.began); took > time.Second && s.Done > 0 && s.Done < s.Total {
		rest := time.Duration(float64(took) * float64(s.Total-s.Done) / float64(s.Done))
		text += fmt.Sprintf(", about %s left", rest.Round(time.Second))
	}
	p.line(text)
}

// line prints a line of its own, also beside a bar.
func (p *progress) line(text string) {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
	fmt.Fprintf(p.w, "%s: %s\n", p.file, text)
}

// showDownload shows how many bytes have come, of how many; total is -1 when nobody knows.
func (p *progress) showDownload(done, total int64) {
	if p.bar != nil {
		p.bar.ChangeMax64(max(total, done, 1))
		p.bar.Describe(fmt.Sprintf("%s downloading, %d MB", p.file, done/1e6))
		_ = p.bar.Set64(done)
		return
	}
	if time.Since(p.printed) < plainEvery {
		return
	}
	p.printed = time.Now()
	of := ""
	if total > 0 {
		of = fmt.Sprintf(" of %d", total/1e6)
	}
	fmt.Fprintf(p.w, "%s: downloading, %d%s MB\n", p.file, done/1e6, of)
}

func (p *progress) end() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
