package predict

import (
	"bytes"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/picture"
	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
	"github.com/skeeter-surveillance/skeeter/predict/classify"
)

// finds is a classifier that finds one box in every picture.
type finds struct {
	meanColour
	box classify.Box
	err error
}

func (f finds) Find(picture.Picture) (classify.Box, bool, error) { return f.box, f.err == nil, f.err }

// beside is a picture of 200 x 100 pixels whose left half is red and whose right half is green.
func beside(t *testing.T) part {
	t.Helper()
	img := picturetest.Plain(picturetest.Red, 200, 100)
	draw.Draw(img, image.Rect(100, 0, 200, 100), image.NewUniform(picturetest.Green), image.Point{}, draw.Src)
	return part{"file", "a.png", picturetest.PNG(t, img)}
}

// TestBox: the part of the picture in the box is classified, the box of the form rather than the one that is found.
func TestBox(t *testing.T) {
	t.Parallel()
	colours := meanColour{"Aedes red", "Aedes green", "Aedes blue"}
	right := classify.Box{X: 0.5, Width: 0.5, Height: 1}
	s := newServer(t, Options{Classifier: finds{meanColour: colours, box: right}})
	box := func(v string) part { return part{"box", "", []byte(v)} }
	for name, tc := range map[string]struct {
		parts []part
		want  []string
	}{
		"found":             {nil, []string{`"id":"aedes_green"`, `"confidence":1,`, `"reason":null`, `"box":{"x":0.5,"y":0,"width":0.5,"height":1}`}},
		"moved by hand":     {[]part{box("0,0.25,0.5,0.5")}, []string{`"id":"aedes_red"`, `"confidence":1,`, `"box":{"x":0,"y":0.25,"width":0.5,"height":0.5}`}},
		"the whole picture": {[]part{box("0,0,1,1")}, []string{`"confidence":0.5,`, `"box":{"x":0,"y":0,"width":1,"height":1}`}},
		"rounded":           {[]part{box("0.123456,0,0.1,0.5")}, []string{`"box":{"x":0.1235,"y":0,"width":0.1,"height":0.5}`}},
	} {
		a := postForm(t, s, "/predict", append(tc.parts, beside(t))...)
		for _, want := range tc.want {
			if a.status != 200 || !strings.Contains(a.body, want) {
				t.Errorf("%s: %d %s, want %s", name, a.status, a.body, want)
			}
		}
	}
	batch := postForm(t, s, "/predict/batch", part{"files", "a.png", beside(t).data})
	if batch.status != 200 || !strings.Contains(batch.body, `"box":{"x":0.5,"y":0,"width":0.5,"height":1}`) {
		t.Errorf("batch: %d %s", batch.status, batch.body)
	}
}

// TestSmallBox: a picture counts as small by the pixels of its box.
func TestSmallBox(t *testing.T) {
	t.Parallel()
	s := newServer(t, Options{Classifier: fixed{result: classify.Result{ModelID: "m", Classes: classes("Aedes a", 0.3, "Aedes b", 0.2)}}})
	for box, want := range map[string]string{"0,0,0.24,0.48": `"reason":"unclear"`, "0,0,0.24,0.47": `"reason":"too_small"`} {
		if a := postForm(t, s, "/predict", beside(t), part{"box", "", []byte(box)}); a.status != 200 || !strings.Contains(a.body, want) {
			t.Errorf("box %s: %d %s, want %s", box, a.status, a.body, want)
		}
	}
}

func TestFinderFails(t *testing.T) {
	t.Parallel()
	s := newServer(t, Options{Classifier: finds{meanColour: meanColour{"Aedes a", "Aedes b", "Aedes c"}, err: errors.New("secret")}})
	if a := postForm(t, s, "/predict", beside(t)); a.status != 500 || a.Type != "prediction_failed" || strings.Contains(a.body, "secret") {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := postForm(t, s, "/predict", beside(t), part{"box", "", []byte("0,0,1,1")}); a.status != 200 {
		t.Errorf("a box by hand needs no finder: %d %s", a.status, a.body)
	}
}

// TestScenes: the bundled finder finds photographs of insects that were laid into a larger ground, and what is classified then is about
// what the photograph alone would be.
func TestScenes(t *testing.T) {
	t.Parallel()
	s := newServer(t, Options{Classifier: bundled(t)})
	var names []string
	for _, folder := range []string{"Culex_quinquefasciatus", "Aedes_albopictus"} {
		names = append(names, picturetest.Files(t, "../training/amid/"+folder+"/*.jpg")[:20]...)
	}
	hits, same := 0, 0
	for i, name := range names {
		photograph, err := jpeg.Decode(bytes.NewReader(picturetest.Contents(t, name)))
		if err != nil {
			t.Fatal(err)
		}
		alone := postForm(t, s, "/predict", part{"file", "a.png", picturetest.PNG(t, photograph)}, part{"box", "", []byte("0,0,1,1")})
		side := photograph.Bounds().Dx()
		scene := picturetest.Plain(color.RGBAModel.Convert(photograph.At(3, 3)).(color.RGBA), 2*side, 2*side)
		at := image.Pt(side*(i%3)/2, side*(i%5)/4)
		draw.Draw(scene, image.Rectangle{at, at.Add(image.Pt(side, side))}, photograph, image.Point{}, draw.Src)
		a := postForm(t, s, "/predict", part{"file", "a.png", picturetest.PNG(t, scene)})
		var got struct{ Box *boxAnswer }
		if err := json.Unmarshal([]byte(a.body), &got); a.status != 200 || err != nil {
			t.Fatalf("%s: %d %s", name, a.status, a.body)
		}
		middle := image.Pt(at.X+side/2, at.Y+side/2)
		if b := got.Box; b != nil {
			width := float64(2 * side)
			found := image.Rect(int(b.X*width), int(b.Y*width), int((b.X+b.Width)*width), int((b.Y+b.Height)*width))
			if middle.In(found) && found.Dx() < 3*side/2 && found.Dx() > side/2 {
				hits++
			}
		}
		if id(a) == id(alone) {
			same++
		}
	}
	t.Logf("%d of %d found, %d classified alike", hits, len(names), same)
	if hits < len(names)*9/10 || same < len(names)*8/10 {
		t.Errorf("%d of %d found, %d classified alike", hits, len(names), same)
	}
}

// id returns the id of an answer.
func id(a reply) string {
	var got struct{ ID string }
	_ = json.Unmarshal([]byte(a.body), &got)
	return got.ID
}
