// Two maps with one camera.
import type { MapLibreMap } from '../map/maplibre'

/** Each map follows the other. Returns what ends that. */
export function together(...maps: [MapLibreMap, MapLibreMap]): () => void {
  let following = false
  const ends = maps.map((map, i) => {
    const other = maps[1 - i]!
    const follow = () => {
      if (following) return
      following = true
      other.jumpTo({ center: map.getCenter(), zoom: map.getZoom() })
      following = false
    }
    map.on('move', follow)
    return () => void map.off('move', follow)
  })
  // The second has the camera of the address.
  maps[0].jumpTo({ center: maps[1].getCenter(), zoom: maps[1].getZoom() })
  return () => ends.forEach((end) => end())
}
