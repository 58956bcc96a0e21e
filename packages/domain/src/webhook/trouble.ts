/** Why a delivery had no answer (decision 136); its log keeps the code, and behind a colon what it is about. */
export const DELIVERY_TROUBLES = [
  'name_not_found',
  /** About the address. */
  'address_not_public',
  'https_only',
  'own_port',
  /** About the seconds that were waited. */
  'timed_out',
  'refused',
  'unreachable',
  'broken_off',
  /** About what the system calls it. */
  'certificate',
  'not_understood',
] as const;
export type DeliveryTrouble = (typeof DELIVERY_TROUBLES)[number];

/** As the log keeps it. */
export const troubleText = (code: DeliveryTrouble, about?: string | number): string =>
  about === undefined ? code : `${code}: ${about}`;

/** What a log says, taken apart; null where it is the system's own words. */
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

/** What the system calls a connection that failed, as the log keeps it; null for what it has no code of. */
export function systemTrouble(code: string | undefined): string | null {
  if (code === undefined) return null;
  const known = BY_SYSTEM[code];
  if (known) return troubleText(known);
  if (/CERT|SELF_SIGNED|LEAF_SIGNATURE/.test(code)) return troubleText('certificate', code);
  return /^(HPE_|EPROTO|ERR_SSL)/.test(code) ? troubleText('not_understood', code) : null;
}
