// Texts within a width.

/** Lines no wider than a width, broken at spaces, and within words that are too long for a line. `measure` gives a text's width. */
export function wrap(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (let word of text.split(/[ \n]+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word
    if (measure(longer) <= width) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    // A line holds at least one letter.
    for (let letters = [...word]; letters.length > 1 && measure(word) > width; letters = [...word]) {
      let fits = letters.length - 1
      while (fits > 1 && measure(letters.slice(0, fits).join('')) > width) fits--
      lines.push(letters.slice(0, fits).join(''))
      word = letters.slice(fits).join('')
    }
    line = word
  }
  return line ? [...lines, line] : lines
}
