package picture_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"

	"github.com/skeeter-surveillance/skeeter/internal/picture"
)

// A file is decoded within the limits of size and memory, then resized to what a classifier reads.
func ExampleDecoder_Decode() {
	red := image.NewRGBA(image.Rect(0, 0, 400, 300))
	draw.Draw(red, red.Bounds(), image.NewUniform(color.RGBA{R: 255, A: 255}), image.Point{}, draw.Src)
	var file bytes.Buffer
	if err := png.Encode(&file, red); err != nil {
		fmt.Println(err)
		return
	}
	p, release, err := picture.NewDecoder().Decode(context.Background(), file.Bytes())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer release()
	middle := p.Resample(300, 300, 224, 224, picture.Bilinear, true)
	fmt.Println(middle.Width, middle.Height, middle.Planes[0][0], middle.Planes[1][0], middle.Planes[2][0])
	_, _, err = picture.NewDecoder().Decode(context.Background(), []byte("GIF89a"))
	fmt.Println(err)
	// Output:
	// 224 224 255 0 0
	// The file is neither a JPEG nor a PNG image
}

// The EXIF orientation 6 says that the camera was held on its side.
func ExamplePicture_Size() {
	p := picture.Picture{Image: image.NewGray(image.Rect(0, 0, 640, 480)), Orientation: 6}
	width, height := p.Size()
	fmt.Println(width, height)
	// Output: 480 640
}
