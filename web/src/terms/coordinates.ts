/** A coordinate as text that fields read too; 6 decimals are about 10 cm. */
export function coordinateText(degrees: number): string {
  return String(Number(degrees.toFixed(6)))
}
