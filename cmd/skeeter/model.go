package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/predict/classify"
	"github.com/skeeter-surveillance/skeeter/predict/model"
	"github.com/skeeter-surveillance/skeeter/predict/onnx"
)

func modelCommand() *cobra.Command {
	check := &cobra.Command{
		Use: "check [FILE] --images DIR", Short: "Print accuracy and confusion over folders of pictures named by class",
		Long: "Classifies the JPEG and PNG files below DIR, which has a folder for each class, named by its id or scientific name\n" +
			"(aedes-aegypti, Aedes_aegypti). Names such as other_species and background mean 'none of these'.",
		Args: atMost(1),
	}
	images := check.Flags().String("images", "", "folder with a folder of pictures for each class")
	check.RunE = func(c *cobra.Command, args []string) error {
		if *images == "" {
			return usageError{errors.New("--images DIR is required; see skeeter model check --help")}
		}
		return checkModel(c, args, *images)
	}
	return group("model", "Describe a classifier, or check it on pictures", "inspect or check", &cobra.Command{
		Use: "inspect [FILE]", Short: "Describe a model, or say why it cannot be used",
		Long: "FILE is an ONNX file or a folder with one. Without FILE it is the model of SKEETER_MODEL_PATH, or the bundled one.",
		Args: atMost(1),
		RunE: inspectModel,
	}, check)
}

// modelPath returns the paths of ONNX Runtime's library and of the model.
func modelPath(args []string) (library, path string, err error) {
	cfg, err := loadConfig()
	if err != nil {
		return "", "", err
	}
	path = cfg.ModelPath
	if len(args) == 1 {
		path = args[0]
	}
	return cfg.ONNXRuntimePath, path, nil
}

func inspectModel(c *cobra.Command, args []string) error {
	library, path, err := modelPath(args)
	if err != nil {
		return err
	}
	source, err := model.Find(path)
	if err != nil {
		return err
	}
	if err := onnx.Load(library); err != nil {
		return err
	}
	info, err := onnx.Inspect(source)
	if err != nil {
		return err
	}
	out := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintf(out, "model\t%s\nONNX Runtime\t%s\n", source.Name(), onnx.Version())
	printTensors(out, "input", info.Inputs)
	printTensors(out, "output", info.Outputs)
	for _, key := range slices.Sorted(maps.Keys(info.Metadata)) {
		fmt.Fprintf(out, "metadata\t%s: %s\n", key, short(info.Metadata[key]))
	}
	network, err := onnx.Open(source)
	if err != nil {
		// The warnings may explain the error.
		if draft, draftErr := source.Draft(info.Metadata); draftErr == nil {
			printWarnings(out, draft.Warnings)
		}
		return errors.Join(out.Flush(), err)
	}
	printWarnings(out, network.Description.Warnings)
	printDescription(out, network.Description, network.Batch)
	finder, found, err := classify.InspectFinder(source)
	if found {
		in := finder.Input
		fmt.Fprintf(out, "finder\t%s, %d x %d, finds the insect first\n", finder.ModelID, in.Width, in.Height)
	}
	return errors.Join(err, out.Flush(), network.Close())
}

func printTensors(out io.Writer, what string, tensors []onnx.Tensor) {
	for _, t := range tensors {
		fmt.Fprintf(out, "%s\t%s: %s\n", what, t.Name, t)
	}
}

func printWarnings(out io.Writer, warnings []string) {
	for _, warning := range warnings {
		fmt.Fprintf(out, "warning\t%s\n", warning)
	}
}

// maxShown is how many bytes of a value of the metadata are printed.
const maxShown = 100

func short(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > maxShown {
		return strings.ToValidUTF8(text[:maxShown], "") + " ..."
	}
	return text
}

func printDescription(out io.Writer, d model.Description, batch int) {
	in := d.Input
	fmt.Fprintf(out, "described by\t%s\nmodel_id\t%s\n", d.From, d.ModelID)
	fmt.Fprintf(out, "picture\t%d x %d, %s, %s, %s, %s\n", in.Width, in.Height, in.Layout, in.ColourOrder, in.Resize, in.Filter)
	fmt.Fprintf(out, "value\t(v * %.6g - mean) / std, mean %v, std %v\n", *in.Scale, in.Mean, in.Std)
	atATime := "one picture at a time"
	if batch > 1 {
		atATime = fmt.Sprintf("%d pictures at a time at most", batch)
	}
	fmt.Fprintf(out, "answers\t%s, %s\n", d.Output.Kind, atATime)
	if d.Reject != nil {
		fmt.Fprintf(out, "other species\twhen %s is above %.6g\n", d.Reject.Output, *d.Reject.Above)
	}
	if d.Licence.Notice != "" {
		fmt.Fprintf(out, "licence\t%s\n", d.Licence.Notice)
	}
	for i, class := range d.Classes {
		name := *class.ScientificName
		if i == d.NoneIndex() {
			name = "none of these"
		}
		fmt.Fprintf(out, "class %d\t%s: %s\n", i, class.ID, name)
	}
}

func checkModel(c *cobra.Command, args []string, images string) (err error) {
	library, path, err := modelPath(args)
	if err != nil {
		return err
	}
	classifier, err := classify.Open(library, path, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, classifier.Close()) }()
	began := time.Now()
	e, err := classifier.Evaluate(c.Context(), images)
	if err != nil {
		return err
	}
	return printEvaluation(c.OutOrStdout(), classifier.Description().ModelID, e, time.Since(began))
}

func printEvaluation(to io.Writer, id string, e classify.Evaluation, took time.Duration) error {
	for _, name := range e.Unknown {
		fmt.Fprintf(to, "left out: the folder %s is no class of the model\n", name)
	}
	for _, reason := range e.Unreadable {
		fmt.Fprintf(to, "left out: %s\n", reason)
	}
	if e.Others > 0 {
		fmt.Fprintf(to, "left out: %s .jpg, .jpeg nor .png\n", count(e.Others, "file that is neither", "files that are neither"))
	}
	accuracy, pictures := e.Accuracy()
	if pictures == 0 {
		return errors.New("the folders hold no picture that can be read")
	}
	if e.Refused != nil {
		fmt.Fprintln(to, refusals(e))
	}
	scores, macroF1 := e.Scores()
	fmt.Fprintf(to, "%s: %s in %s, accuracy %.4f, macro F1 %.4f\n\n", id, count(pictures, "picture", "pictures"), took.Round(time.Second/10), accuracy, macroF1)
	out := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(out, "class\tpictures\tprecision\trecall\tF1\t")
	for i := range e.Classes {
		fmt.Fprintf(out, "as %d\t", i)
	}
	fmt.Fprintln(out)
	for i, name := range e.Classes {
		s := scores[i]
		fmt.Fprintf(out, "%d %s\t%d\t%.3f\t%.3f\t%.3f\t", i, name, s.Pictures, s.Precision, s.Recall, s.F1)
		for _, n := range e.Confusion[i] {
			fmt.Fprintf(out, "%d\t", n)
		}
		fmt.Fprintln(out)
	}
	return out.Flush()
}

// refusals says how many pictures the model takes for something that it was not trained on: of its species, and of none of these.
func refusals(e classify.Evaluation) string {
	var refused, pictures [2]int
	for i, name := range e.Classes {
		kind := 0
		if name == classify.NoneOfThese {
			kind = 1
		}
		refused[kind] += e.Refused[i]
		for _, n := range e.Confusion[i] {
			pictures[kind] += n
		}
	}
	return fmt.Sprintf("taken for another species: %d of %d pictures of the model's species, %d of %d of none of these", refused[0], pictures[0], refused[1], pictures[1])
}

// count writes a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
