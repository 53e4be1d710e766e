package names

// renamed are names of parts of a species, names that one taxon has beside another, and letters and numbers of siblings that got a name, by
// how files write them, in lower case. What the catalog has as a synonym is not among them.
//
// The molecular forms of Anopheles gambiae are two species since Coetzee et al. (2013); molestus is a form of Culex pipiens; the catalog
// has pallens as a member of the Pipiens Complex. Siblings of Anopheles farauti were named by Schmidt et al. (2001, 2003) and by Bangs and
// Harbach (2015); 4, 5 and 8 have no name. Those of Anopheles dirus were named by Sallum et al. (2005), who place elegans and nemophilous,
// once E and F, in the complex. Those of Anopheles minimus were named by Harbach et al. (2007) and Somboon et al. (2010).
var renamed = map[string]string{
	"anopheles gambiae mopti": "Anopheles coluzzii", "anopheles gambiae m form": "Anopheles coluzzii", "anopheles gambiae form m": "Anopheles coluzzii",
	"anopheles gambiae savanna": "Anopheles gambiae", "anopheles gambiae savannah": "Anopheles gambiae",
	"anopheles gambiae s form": "Anopheles gambiae", "anopheles gambiae form s": "Anopheles gambiae",
	"anopheles gambiae m/s": "Anopheles coluzzii/gambiae", "anopheles gambiae s/m": "Anopheles coluzzii/gambiae",
	"anopheles gambiae m/s form": "Anopheles coluzzii/gambiae", "anopheles gambiae form m/s": "Anopheles coluzzii/gambiae",
	"culex molestus": "Culex pipiens f. molestus", "culex pipiens pallens": "Culex pallens",

	"anopheles farauti 2": "Anopheles hinesorum", "anopheles farauti 3": "Anopheles torresiensis", "anopheles farauti 6": "Anopheles oreios",
	"anopheles farauti 7": "Anopheles irenicus",
	"anopheles dirus b":   "Anopheles cracens", "anopheles dirus c": "Anopheles scanloni", "anopheles dirus d": "Anopheles baimaii",
	"anopheles dirus e": "Anopheles elegans", "anopheles dirus f": "Anopheles nemophilous",
	"anopheles minimus c": "Anopheles harrisoni", "anopheles minimus e": "Anopheles yaeyamaensis",
}
