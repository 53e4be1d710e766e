package model

import "strings"

// knownModels are published classifiers whose files carry no labels. The classes of culico-net-cls-v1 are those of the library
// culicidaelab (species_classes.yaml), which stretches the picture.
var knownModels = []struct {
	id           string
	side         int // pixels
	resize       Resize
	none         string
	classesInOne string
}{
	{
		id: "culico-net-cls-v1", side: 224, resize: Stretch, none: "class_background",
		classesInOne: "aedes_aegypti aedes_albopictus aedes_canadensis aedes_dorsalis aedes_geniculatus aedes_koreicus aedes_triseriatus " +
			"aedes_vexans anopheles_arabiensis anopheles_freeborni anopheles_sinensis class_background culex_inatomii culex_pipiens " +
			"culex_quinquefasciatus culex_tritaeniorhynchus culiseta_annulata culiseta_longiareolata",
	},
}

// knownModel returns the description of the published model that has the shape of a network.
func knownModel(found Found) (Spec, bool) {
	for _, k := range knownModels {
		names := strings.Fields(k.classesInOne)
		if found.Classes != len(names) || found.Width != k.side || found.Height != k.side || found.Channels != 3 {
			continue
		}
		s := Spec{ModelID: k.id, None: &k.none, Input: Input{Resize: k.resize}}
		for _, name := range names {
			s.Classes = append(s.Classes, Class{ID: name})
		}
		return s, true
	}
	return Spec{}, false
}

// takeFrom sets the fields that a description leaves open to those of a known model.
func (s *Spec) takeFrom(known Spec) {
	setDefault(&s.ModelID, known.ModelID)
	setDefault(&s.Input.Resize, known.Input.Resize)
	setDefault(&s.None, known.None)
	s.Classes = known.Classes
}
