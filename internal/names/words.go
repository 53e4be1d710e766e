package names

// ranks are the markers of ranks below the species, in lower case.
var ranks = []string{"subsp.", "subsp", "ssp.", "ssp", "subspecies", "var.", "var", "variety", "f.", "form", "forma", "fo."}

// particles are words of lower case that belong to an author, not to a name.
var particles = []string{
	"de", "da", "do", "du", "des", "van", "von", "der", "den", "la", "le", "di", "del", "della", "et", "and", "ex", "in", "al.", "al",
	"auct.", "auctt.", "nec", "non", "y", "e",
}

// genusAuthors named genera of mosquitoes; after a genus they are authors, not epithets.
var genusAuthors = []string{
	"arribálzaga", "blanchard", "brunetti", "coquillett", "dyar", "edwards", "felt", "goeldi", "howard", "leicester", "linnaeus",
	"linné", "lutz", "meigen", "neveu-lemaire", "peryassú", "reinert", "robineau-desvoidy", "skuse", "theobald",
	"williston",
}
