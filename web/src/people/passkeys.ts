// Passkeys: what the browser asks the device for (WebAuthn level 3).
import { send } from '../api/client'

/** Whether this browser knows passkeys, and reads and writes their JSON. They are of the name of a host, not of an address of a network. */
export const passkeysWork =
  typeof PublicKeyCredential !== 'undefined' && 'parseCreationOptionsFromJSON' in PublicKeyCredential && !/^[\d.]+$|:/.test(location.hostname)

interface CreationOptions {
  publicKey: PublicKeyCredentialCreationOptionsJSON
}

interface RequestOptions {
  publicKey: PublicKeyCredentialRequestOptionsJSON
}

/** Makes a passkey on the device, and gives its public key to the server. */
export async function addPasskey(name: string, password: string): Promise<void> {
  const options = await send<CreationOptions>('POST', '/me/passkeys/options', password ? { password } : {})
  const made = await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options.publicKey) })
  await send('POST', '/me/passkeys', { name, credential: (made as PublicKeyCredential).toJSON() as unknown })
}

/** Signs in with a passkey that the device offers. */
export async function signInWithPasskey(): Promise<void> {
  const options = await send<RequestOptions>('POST', '/session/passkey/options', {})
  const given = await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options.publicKey) })
  await send('POST', '/session/passkey', { credential: (given as PublicKeyCredential).toJSON() as unknown })
}
