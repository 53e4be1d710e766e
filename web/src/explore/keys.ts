// Elements that use the arrow keys themselves.
const takers = 'input, select, textarea, [contenteditable], [role="slider"], [role="tab"], [role="listbox"], [role="combobox"], [role="radio"], [role="menu"], .maplibregl-map, dialog'

/** Whether an element, or one around it, uses the arrow keys: a field, a slider, tabs, the map. */
export const takesArrows = (element: Element): boolean => element.closest(takers) !== null
