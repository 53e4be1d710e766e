// Requests a prediction for a photograph. With XMLHttpRequest, because fetch does not report the progress of an upload.
import { ApiError, url } from '../../api/client'
import type { Prediction } from '../../api/types'
import type { Language } from '../../i18n/message'
import { boxText, type Box } from './box'

interface Asking {
  language: Language
  /** Where the insect is; else the server looks for it. */
  box?: Box | undefined
  signal?: AbortSignal
  /** Called with the share of the photograph that is uploaded, 0 to 1. */
  progress?: (sent: number) => void
}

export function predict(photo: Blob, { language, box, signal, progress }: Asking): Promise<Prediction> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url('/predict', { lang: language }))
    request.responseType = 'text'
    request.timeout = TIMEOUT_MS
    request.upload.onprogress = (event) => event.lengthComputable && progress?.(event.loaded / event.total)
    request.upload.onload = () => progress?.(1)
    request.onload = () => {
      const body = parse(request.responseText)
      if (request.status === 200) return resolve(body as Prediction)
      const { type, detail } = body as { type?: string; detail?: string }
      reject(new ApiError(request.status, type ?? 'unknown', detail ?? request.statusText))
    }
    request.onerror = () => reject(new ApiError(0, 'unreachable', 'The server cannot be reached'))
    request.ontimeout = () => reject(new ApiError(0, 'slow_photo', 'The photograph took too long'))
    request.onabort = () => reject(signal?.reason ?? new DOMException('aborted', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', photo, photo.type === 'image/png' ? 'photo.png' : 'photo.jpg')
    if (box) form.append('box', boxText(box))
    request.send(form)
  })
}

/** Milliseconds for the upload; after that the user may send the report without the photograph. */
const TIMEOUT_MS = 120_000

function parse(text: string): unknown {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
