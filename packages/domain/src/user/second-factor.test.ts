import { expect, it } from 'vitest';
import type { Subject } from '../permission/access.ts';
import { getSignInStep, isFactorRequired, type FactorPolicy } from './second-factor.ts';

const member = (...codes: string[]): Subject => ({
  account: 'staff',
  is_superuser: false,
  permissions: new Set(codes),
});
const superuser: Subject = { account: 'staff', is_superuser: true, permissions: new Set() };
const customer: Subject = { account: 'customer', is_superuser: false, permissions: new Set(['npn_customer']) };
const policy = (fields: Partial<FactorPolicy>): FactorPolicy => ({
  mode: 'staff',
  permissions: ['npn_admin_allowance'],
  required_from: null,
  ...fields,
});

it('a factor is required by mode and permissions, and never of customers', () => {
  const people = [member(), member('npn_admin_allowance'), superuser, customer];
  const required = (mode: FactorPolicy['mode']) => people.map((person) => isFactorRequired(policy({ mode }), person));
  expect(required('off')).toEqual([false, false, false, false]);
  expect(required('offered')).toEqual([false, false, false, false]);
  expect(required('permissions')).toEqual([false, true, true, false]);
  expect(required('staff')).toEqual([true, true, true, false]);
});

it('a person with a factor enters it, and one without sets it up after the grace', () => {
  const step = (fields: Partial<FactorPolicy>, hasFactor: boolean) =>
    getSignInStep(policy(fields), member(), hasFactor, '2026-12-01');
  expect(step({}, true)).toBe('verify');
  expect(step({ mode: 'offered' }, true)).toBe('verify');
  expect(step({ mode: 'off' }, true)).toBeNull();
  expect(step({}, false)).toBe('enrol');
  expect(step({ required_from: '2026-12-02' }, false)).toBe('enrol_soon');
  expect(step({ required_from: '2026-12-01' }, false)).toBe('enrol');
  expect(step({ mode: 'offered' }, false)).toBeNull();
});
