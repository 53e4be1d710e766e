// What the pictures of an animation hold: a window of dates, or all that was found until its end. The parameter `play` of the address.
export const modes = ['window', 'so_far'] as const
export type Mode = (typeof modes)[number]
