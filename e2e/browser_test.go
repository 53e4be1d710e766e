package e2e_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// viewSide is the width and height of a page in pixels: at zoom 1 it holds the world.
const viewSide = 1024

// chromiumNames are what the browser is called in PATH.
var chromiumNames = []string{"chromium", "chromium-browser", "google-chrome"}

// findChromium returns the browser that CHROMIUM names, else the first one in PATH, else nothing.
func findChromium() string {
	if named := os.Getenv("CHROMIUM"); named != "" {
		return named
	}
	for _, name := range chromiumNames {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// browser is a headless Chromium that draws WebGL without a graphics card.
type browser struct {
	ctx context.Context
}

// newBrowser starts the browser; without one it skips the test.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	path := findChromium()
	if path == "" {
		t.Skipf("no Chromium: CHROMIUM is not set, and none of %s is in PATH", strings.Join(chromiumNames, ", "))
	}
	if _, err := os.Stat(filepath.Join(maplibre, "maplibre-gl.mjs")); err != nil {
		t.Fatalf("%v; make build installs it", err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true),
		chromedp.Flag("ignore-gpu-blocklist", true),
	)
	if os.Geteuid() == 0 { // Chromium's sandbox refuses root
		options = append(options, chromedp.NoSandbox)
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start %s: %v", path, err)
	}
	return &browser{ctx}
}

// open opens a page in a new tab, waits for the promise that the script gives, and returns its value and a picture of the page.
// What goes wrong on the page fails the test: an error in the console, an exception, a request without an answer or with an error.
func open[T any](t *testing.T, b *browser, address, script string) (T, []byte) {
	t.Helper()
	var wrong complaints
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithListener(wrong.listen))
	defer cancel()
	ctx, cancelTimeout := context.WithTimeout(ctx, 2*time.Minute)
	defer cancelTimeout()

	var value T
	err := chromedp.Do(ctx, chromedp.EmulateViewport(viewSide, viewSide), chromedp.Navigate(address))
	if err == nil {
		value, err = chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	}
	var picture []byte
	if err == nil {
		picture, err = chromedp.Run(ctx, chromedp.CaptureScreenshot())
	}
	if err = errors.Join(err, wrong.error()); err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	return value, picture
}

// complaints are what a page says went wrong.
type complaints struct {
	mu  sync.Mutex
	all []error
}

func (c *complaints) listen(event any) {
	var complaint error
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		complaint = fmt.Errorf("exception: %s %s", e.ExceptionDetails.Text, describe(e.ExceptionDetails.Exception))
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			complaint = fmt.Errorf("console: %s", describe(e.Args...))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			complaint = fmt.Errorf("log: %s %s", e.Entry.Text, e.Entry.URL)
		}
	case *network.EventLoadingFailed:
		complaint = fmt.Errorf("request failed: %s", e.ErrorText)
	case *network.EventResponseReceived:
		if e.Response.Status >= 400 {
			complaint = fmt.Errorf("%s: status %d", e.Response.URL, e.Response.Status)
		}
	}
	if complaint != nil {
		c.mu.Lock()
		c.all = append(c.all, complaint)
		c.mu.Unlock()
	}
}

func (c *complaints) error() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return errors.Join(c.all...)
}

// describe gives values of the page as text.
func describe(values ...*runtime.RemoteObject) string {
	var b strings.Builder
	for _, v := range values {
		if v != nil {
			fmt.Fprintf(&b, "%s%s ", v.Value, v.Description)
		}
	}
	return strings.TrimSpace(b.String())
}
