import { createHmac, randomBytes } from 'node:crypto';
import { PAYLOAD_VERSION, type Payload } from '@darkroom/domain/webhook/events';

const PREFIX = 'whsec_';

export const createSecret = (): Buffer => randomBytes(32);

/** Formats a key in its written form, which is shown once (Standard Webhooks). */
export const formatSecret = (secret: Buffer): string => PREFIX + secret.toString('base64');

/** Formats the id of an event. It is the same for every attempt and receiver. */
export const formatEventId = (uid: string): string => `evt_${uid.replaceAll('-', '')}`;

export interface SignableEvent {
  readonly uid: string;
  readonly type: string;
  readonly at: string;
  readonly data: unknown;
}

/** Returns the body and headers of a signed message (https://www.standardwebhooks.com). */
export function signMessage(
  event: SignableEvent,
  secrets: readonly Buffer[],
  now: string,
): { body: string; headers: Record<string, string> } {
  const id = formatEventId(event.uid);
  const payload: Payload = { version: PAYLOAD_VERSION, id, type: event.type, at: event.at, data: event.data };
  const body = JSON.stringify(payload);
  const timestamp = String(Math.floor(Date.parse(now) / 1000));
  const signature = secrets
    .map((secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ');
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    },
  };
}
