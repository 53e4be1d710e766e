// Traits of genera that a small drawing can show.

interface Traits {
  /** Body at an angle to the ground, palps as long as the proboscis: Anopheles. */
  angled: boolean
  /** Pale rings on the legs. */
  ringedLegs: boolean
  /** Pale bands on the abdomen. */
  bandedAbdomen: boolean
  /** Abdomen ends in a point, else blunt. */
  pointed: boolean
  /** Dark spots on the wings. */
  spottedWings: boolean
  /** Fans of long scales on the middle legs. */
  paddles: boolean
  /** Proboscis bent downwards: feeds on nectar alone. */
  bent: boolean
}

const plain: Traits = {
  angled: false, ringedLegs: false, bandedAbdomen: false, pointed: false, spottedWings: false, paddles: false, bent: false,
}

const genera: Record<string, Partial<Traits>> = {
  Aedes: { ringedLegs: true, bandedAbdomen: true, pointed: true },
  Anopheles: { angled: true, spottedWings: true },
  Armigeres: { bandedAbdomen: true, bent: true },
  Coquillettidia: { ringedLegs: true },
  Culex: { bandedAbdomen: true },
  Culiseta: { bandedAbdomen: true, spottedWings: true },
  Eretmapodites: { paddles: true, pointed: true },
  Haemagogus: { pointed: true },
  Mansonia: { ringedLegs: true, spottedWings: true },
  Orthopodomyia: { ringedLegs: true, spottedWings: true },
  Psorophora: { ringedLegs: true, pointed: true },
  Sabethes: { paddles: true },
  Toxorhynchites: { bent: true, bandedAbdomen: true },
}

export function traits(genus: string): Traits {
  return { ...plain, ...genera[genus] }
}

/** Whether the drawing shows the traits of a genus, and not those of any mosquito. */
export const isDrawn = (genus: string): boolean => genus in genera
