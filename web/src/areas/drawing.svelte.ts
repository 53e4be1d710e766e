// A polygon or a circle that a reader draws on the map, by Terra Draw (https://terradraw.io). The page loads it when the first drawing begins.
import type { Map as MapLibreMap } from 'maplibre-gl'
import { TerraDraw, TerraDrawCircleMode, TerraDrawModeUndoRedo, TerraDrawPolygonMode } from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'

import type { MapHandle } from '../map/handle'
import { overlay } from '../map/layers/overlay'

/** A key that no keyboard has: Terra Draw ends a polygon by a key alone. */
const finishKey = overlay + 'finish'

/** Corners of the smallest polygon. */
export const fewest = 3

/** Corners of the polygon that stands for a circle. */
const segments = 90

export type Ring = number[][]
export type Shape = 'polygon' | 'circle'

export class Drawing {
  /** Corners so far. */
  corners = $state(0)
  #map: MapLibreMap
  #draw: TerraDraw
  #uncover: () => void

  constructor(handle: MapHandle, shape: Shape, colour: `#${string}`, finished: (rings: Ring[]) => void) {
    const styles = { fillColor: colour, outlineColor: colour, fillOpacity: 0.15, outlineWidth: 3 } as const
    const keyEvents = { finish: finishKey, cancel: null }
    const polygon = new TerraDrawPolygonMode({ keyEvents, showCoordinatePoints: true, styles: { ...styles, closingPointColor: colour, coordinatePointColor: colour } })
    // A circle on the ground, by the first press in its middle and the second on its edge.
    const circle = new TerraDrawCircleMode({ keyEvents, styles, segments, projection: 'globe', drawInteraction: 'click-move-or-drag' })
    const adapter = new TerraDrawMapLibreGLAdapter({ map: handle.map, prefixId: overlay + 'draw' })
    const draw = new TerraDraw({ adapter, modes: [polygon, circle], undoRedo: { modeLevel: new TerraDrawModeUndoRedo() } })
    this.#map = handle.map
    this.#draw = draw
    draw.start()
    draw.setMode(shape)
    // Terra Draw tells of a change before it counts it.
    draw.on('change', () => queueMicrotask(() => (this.corners = polygon.undoSize())))
    draw.on('finish', (id) => {
      const geometry = draw.getSnapshotFeature(id)?.geometry
      if (geometry?.type === 'Polygon') finished(geometry.coordinates)
    })
    // Clicks draw, and the key that opens the middle of the map puts a corner there.
    this.#uncover = handle.cover({
      open: (_point, _within, by) => {
        if (by === 'key') this.addCentre()
        return true
      },
    })
  }

  /** Puts a corner in the middle of the map. */
  addCentre() {
    const canvas = this.#map.getCanvas()
    const { left, top, width, height } = canvas.getBoundingClientRect()
    const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, isPrimary: true, button: 0, pointerId: 1, pointerType: 'mouse' }
    for (const kind of ['pointermove', 'pointerdown', 'pointerup']) canvas.dispatchEvent(new PointerEvent(kind, at))
  }

  /** Takes the last corner away. */
  undo() {
    this.#draw.undo()
  }

  finish() {
    this.#map.getCanvas().dispatchEvent(new KeyboardEvent('keyup', { key: finishKey }))
  }

  /** Removes the drawing from the map. */
  end() {
    this.#uncover()
    this.#draw.stop()
  }
}
