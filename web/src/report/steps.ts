// The steps of a report. The one that is open is in the address, so that "back" goes back one.
import type { Field, Problems } from './entry/entry'

export const steps = ['photo', 'place', 'what'] as const
export type Step = (typeof steps)[number]

const fieldsOfPlace: readonly Field[] = ['lat', 'lng', 'accuracy', 'obscured']
const fieldsOfWhat: readonly Field[] = ['species', 'date', 'count', 'time', 'life_stage', 'sex', 'method', 'notes', 'observer_name']

/** The fields of a step, in the order in which they stand there. */
export const fieldsOf = (step: Step): readonly Field[] => ({ photo: [], place: fieldsOfPlace, what: fieldsOfWhat })[step]

export const stepOf = (field: Field): Step => (fieldsOfPlace.includes(field) ? 'place' : 'what')

/** The step in an address. */
export const parseStep = (text: string | null): Step => steps.find((step) => step === text) ?? 'photo'

/** The first step with a problem. */
export const firstWrong = (problems: Problems): Step | undefined => steps.find((step) => fieldsOf(step).some((field) => problems[field]))
