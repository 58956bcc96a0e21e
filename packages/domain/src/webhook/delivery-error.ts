/** Errors of a delivery without a response (decision 136). The log has the code, and a detail after a colon. */
export const DELIVERY_ERRORS = [
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
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

export const formatDeliveryError = (code: DeliveryError, detail?: string | number): string =>
  detail === undefined ? code : `${code}: ${detail}`;

/** Parses the code and detail of a log text. Null if the text is from the system. */
export function parseDeliveryError(text: string): { code: DeliveryError; detail: string } | null {
  const [, name = '', detail = ''] = /^([a-z_]+)(?:: (.*))?$/s.exec(text) ?? [];
  const code = DELIVERY_ERRORS.find((item) => item === name);
  return code ? { code, detail } : null;
}

const ERROR_BY_SYSTEM_CODE: Readonly<Record<string, DeliveryError>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'unreachable',
  ECONNRESET: 'broken_off',
  EPIPE: 'broken_off',
};

/** Converts the system's name of a failed connection to a log text. Null if the name is unknown. */
export function toDeliveryError(code: string | undefined): string | null {
  if (code === undefined) return null;
  const known = ERROR_BY_SYSTEM_CODE[code];
  if (known) return formatDeliveryError(known);
  if (/CERT|SELF_SIGNED|LEAF_SIGNATURE/.test(code)) return formatDeliveryError('certificate', code);
  return /^(HPE_|EPROTO|ERR_SSL)/.test(code) ? formatDeliveryError('not_understood', code) : null;
}
