package classify

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/picture"
	"github.com/skeeter-surveillance/skeeter/predict/model"
)

// Evaluation compares predicted with true classes.
type Evaluation struct {
	Classes    []string // names, in the order of the outputs
	Confusion  [][]int  // number of pictures by true class, then by predicted class
	Refused    []int    // number of pictures by true class that are unlike those that the model was trained on; nil if it does not say
	Unknown    []string // folders that are no class of the model
	Unreadable []string // files that could not be decoded, with the reason
	Others     int      // files without the ending of a picture
}

type folder struct {
	class int
	files []string
}

// Evaluate classifies the pictures below root, which has a folder for each class, named by its id or its scientific name
// (`aedes-aegypti`, `Aedes_aegypti`). Names such as other_species and background mean 'none of these'.
func (c *Classifier) Evaluate(ctx context.Context, root string) (Evaluation, error) {
	e := Evaluation{Classes: c.names, Confusion: make([][]int, len(c.names))}
	for i := range e.Confusion {
		e.Confusion[i] = make([]int, len(c.names))
	}
	if c.network.Description.Reject != nil {
		e.Refused = make([]int, len(c.names))
	}
	folders, err := c.folders(root, &e)
	if err != nil {
		return e, err
	}
	var mu sync.Mutex
	decoder := picture.NewDecoder()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(2 * runtime.GOMAXPROCS(0)) // on each core one is decoded while the model runs another
	for _, f := range folders {
		for _, path := range f.files {
			group.Go(func() error {
				predicted, strange, err := c.classifyFile(ctx, decoder, path)
				if known := new(httpapi.Error); errors.As(err, &known) {
					mu.Lock()
					defer mu.Unlock()
					e.Unreadable = append(e.Unreadable, path+": "+known.Detail)
					return nil
				}
				if err != nil {
					return err
				}
				mu.Lock()
				defer mu.Unlock()
				e.Confusion[f.class][predicted]++
				if strange {
					e.Refused[f.class]++
				}
				return nil
			})
		}
	}
	err = group.Wait()
	slices.Sort(e.Unreadable)
	return e, err
}

func (c *Classifier) folders(root string, e *Evaluation) (out []folder, err error) {
	entries, err := os.ReadDir(root)
	if err != nil {
		return nil, fmt.Errorf("read the folder of pictures: %w", err)
	}
	for _, entry := range entries {
		if !entry.IsDir() {
			continue
		}
		class := c.classOf(entry.Name())
		if class < 0 {
			e.Unknown = append(e.Unknown, entry.Name())
			continue
		}
		f := folder{class: class}
		err := filepath.WalkDir(filepath.Join(root, entry.Name()), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil || !d.Type().IsRegular():
			case isPicture(path):
				f.files = append(f.files, path)
			default:
				e.Others++
			}
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("read the folder of pictures: %w", err)
		}
		out = append(out, f)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s has no folder with the name of a class of the model: %s", root, strings.Join(c.names, ", "))
	}
	return out, nil
}

func isPicture(path string) bool {
	return slices.Contains([]string{".jpg", ".jpeg", ".png"}, strings.ToLower(filepath.Ext(path)))
}

// classOf returns the class that a folder's name means, -1 for none.
func (c *Classifier) classOf(name string) int {
	d := c.network.Description
	slug := lang.Slug(name)
	for i, class := range d.Classes {
		if slug == lang.Slug(class.ID) || slug == lang.Slug(c.names[i]) {
			return i
		}
	}
	if model.MeansNone(name) {
		return d.NoneIndex()
	}
	return -1
}

// classifyFile returns the most probable class of a picture, and whether it is unlike those that the model was trained on.
func (c *Classifier) classifyFile(ctx context.Context, decoder *picture.Decoder, path string) (best int, strange bool, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return 0, false, fmt.Errorf("read a picture: %w", err)
	}
	pic, release, err := decoder.Decode(ctx, data)
	if err != nil {
		return 0, false, err
	}
	input := c.Prepare(pic)
	release()
	result, err := c.Classify(ctx, input)
	if err != nil {
		return 0, false, err
	}
	for i, class := range result.Classes {
		if class.Probability > result.Classes[best].Probability {
			best = i
		}
	}
	return best, result.Strange, nil
}

// Accuracy returns the share of the pictures whose class was predicted, and the number of pictures.
func (e Evaluation) Accuracy() (accuracy float64, pictures int) {
	correct := 0
	for i, row := range e.Confusion {
		for j, n := range row {
			pictures += n
			if i == j {
				correct += n
			}
		}
	}
	return float64(correct) / float64(max(pictures, 1)), pictures
}

// Scores of one class.
type Scores struct {
	Precision, Recall, F1 float64 // 0 to 1
	Pictures              int
}

// Scores returns the scores of every class. macroF1 is the mean F1 of the classes that have pictures.
func (e Evaluation) Scores() (scores []Scores, macroF1 float64) {
	present := 0
	for i := range e.Classes {
		correct, predicted, pictures := e.Confusion[i][i], 0, 0
		for j := range e.Classes {
			predicted += e.Confusion[j][i]
			pictures += e.Confusion[i][j]
		}
		s := Scores{Pictures: pictures}
		if predicted > 0 {
			s.Precision = float64(correct) / float64(predicted)
		}
		if pictures > 0 {
			s.Recall = float64(correct) / float64(pictures)
			s.F1 = 2 * float64(correct) / float64(predicted+pictures)
			macroF1 += s.F1
			present++
		}
		scores = append(scores, s)
	}
	return scores, macroF1 / float64(max(present, 1))
}
