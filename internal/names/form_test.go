package names

import "testing"

func TestHasForm(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Culex pipiens": true, "Culex": true, "Culicidae": true, "Culex pipiens/restuans": true, "Aedes/Culex": true, "Aedes aegypti/Culex pipiens": true,
		"Culex pipiens × quinquefasciatus": true, "Anopheles gambiae s.l.": true, "Anopheles dirus A": true, "Anopheles farauti 4": true,
		"Aedes (Ochlerotatus) novo-niveus": true, "Anopheles sp. A": true, "Musca domestica": true, "Culex pipiens molestus": true,
		"Anopheles maculipennis complex": true, "Aedes y": false, "Culex königi": true,

		"": false, "<script>": false, "<script>alert(1)</script>": false, "Aedes <script>": false, "Aedes 12345": false, "Aedes foo@example.org": false, "pipiens": false,
		"Aedes https://evil.example": false, "Aedes aegypti; drop table taxa": false, "Aedes брюхо": false, "Комар": false, "A": false, "Aedes brrr": false,
		"Aedes Buy Now": false, "incertae sedis": false, "a/b": false, "Aedes a-": false, "Aedes (": false, "Aedes aegypti 🦟": false, "×": false,
		"Aedes aa aa aa aa aa aa aa aa aa aa aa aa": false,
	} {
		if got := HasForm(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
