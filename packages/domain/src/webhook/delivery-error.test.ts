import { expect, it } from 'vitest';
import { DELIVERY_ERRORS, parseDeliveryError, toDeliveryError, formatDeliveryError } from './delivery-error.ts';

it('a delivery error is saved as code and detail, and read back', () => {
  for (const code of DELIVERY_ERRORS) {
    expect(parseDeliveryError(formatDeliveryError(code))).toEqual({ code, detail: '' });
    expect(parseDeliveryError(formatDeliveryError(code, '10.0.0.5'))).toEqual({ code, detail: '10.0.0.5' });
  }
  expect(parseDeliveryError('read ETOOSTRANGE')).toBeNull();
});

it.each([
  ['ECONNREFUSED', 'refused'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ECONNRESET', 'broken_off'],
  ['CERT_HAS_EXPIRED', 'certificate: CERT_HAS_EXPIRED'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate: ERR_TLS_CERT_ALTNAME_INVALID'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate: UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['HPE_INVALID_CONSTANT', 'not_understood: HPE_INVALID_CONSTANT'],
  ['ETOOSTRANGE', null],
])('the system’s %s is %s', (code, text) => {
  expect(toDeliveryError(code)).toBe(text);
});
