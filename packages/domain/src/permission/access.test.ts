import { describe, expect, it } from 'vitest';
import {
  allOf,
  withTvBoards,
  anyOf,
  anyStaff,
  can,
  everyone,
  signedIn,
  superuserOnly,
  type Subject,
} from './access.ts';
import { PERMISSION_CODES } from './codes.ts';

const createStaff = (...codes: string[]): Subject => ({
  account: 'staff',
  is_superuser: false,
  permissions: new Set(codes),
});
const superuser: Subject = { account: 'staff', is_superuser: true, permissions: new Set() };
const customer: Subject = {
  account: 'customer',
  is_superuser: false,
  permissions: new Set(['npn_customer', 'npn_view_job']),
};

describe('permission checks', () => {
  it('the specification has 65 different codes', () => {
    expect(new Set(PERMISSION_CODES).size).toBe(65);
  });

  it('a caller without account only has public access', () => {
    expect(can(null, everyone)).toBe(true);
    expect([signedIn, anyStaff, superuserOnly, anyOf('npn_view_job')].some((a) => can(null, a))).toBe(false);
  });

  it('any of the codes is enough by default, and all on request', () => {
    expect(can(createStaff('npn_view_job'), anyOf('npn_view_job', 'npn_add_job'))).toBe(true);
    expect(can(createStaff('npn_view_job'), allOf('npn_view_job', 'npn_add_job'))).toBe(false);
    expect(can(createStaff('npn_view_job', 'npn_add_job'), allOf('npn_view_job', 'npn_add_job'))).toBe(true);
  });

  it('a superuser passes each check', () => {
    for (const code of PERMISSION_CODES) expect(can(superuser, anyOf(code))).toBe(true);
    expect(can(superuser, superuserOnly)).toBe(true);
  });

  it('a customer account has no staff permission, whatever its codes', () => {
    expect(can(customer, anyOf('npn_view_job'))).toBe(false);
    expect(can(customer, anyStaff)).toBe(false);
    expect(can(customer, anyOf('npn_customer'))).toBe(true);
  });

  it('a TV board link opens only endpoints that allow TV boards', () => {
    const tvBoard: Subject = { account: 'tv_board', is_superuser: true, permissions: new Set(PERMISSION_CODES) };
    expect(can(tvBoard, withTvBoards(anyOf('npn_view_all_tasks')))).toBe(true);
    const others = [
      signedIn,
      anyStaff,
      superuserOnly,
      allOf('npn_view_job'),
      ...PERMISSION_CODES.map((code) => anyOf(code)),
    ];
    expect(others.filter((access) => can(tvBoard, access))).toEqual([]);
    expect(can(null, withTvBoards(signedIn))).toBe(false);
    expect(can(createStaff(), withTvBoards(anyOf('npn_view_all_tasks')))).toBe(false);
  });
});
