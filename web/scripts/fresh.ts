// Before each file of tests: the files of a worker share what they import from packages, and nothing of the pages' own.
import { vi } from 'vitest'

vi.resetModules()
vi.unstubAllGlobals()
