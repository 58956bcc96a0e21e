/** Errors of a delivery without a response (decision 136). The log has the code, and a detail after a colon. */
export const DELIVERY_TROUBLES = [
  'name_not_found',
  /** Detail: the address. */
  'address_not_public',
  'https_only',
  'own_port',
  /** Detail: the seconds waited. */
  'timed_out',
  'refused',
  'unreachable',
  'broken_off',
  /** Detail: the system's name of the error. */
  'certificate',
  'not_understood',
] as const;
export type DeliveryTrouble = (typeof DELIVERY_TROUBLES)[number];

/** Text of the log. */
export const troubleText = (code: DeliveryTrouble, about?: string | number): string =>
  about === undefined ? code : `${code}: ${about}`;

/** Code and detail of a log text. Null for a text of the system. */
export function readTrouble(text: string): { code: DeliveryTrouble; about: string } | null {
  const [, name = '', about = ''] = /^([a-z_]+)(?:: (.*))?$/s.exec(text) ?? [];
  const code = DELIVERY_TROUBLES.find((one) => one === name);
  return code ? { code, about } : null;
}

const BY_SYSTEM: Readonly<Record<string, DeliveryTrouble>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'unreachable',
  ECONNRESET: 'broken_off',
  EPIPE: 'broken_off',
};

/** Log text for the system's name of a failed connection. Null for an unknown name. */
export function systemTrouble(code: string | undefined): string | null {
  if (code === undefined) return null;
  const known = BY_SYSTEM[code];
  if (known) return troubleText(known);
  if (/CERT|SELF_SIGNED|LEAF_SIGNATURE/.test(code)) return troubleText('certificate', code);
  return /^(HPE_|EPROTO|ERR_SSL)/.test(code) ? troubleText('not_understood', code) : null;
}
