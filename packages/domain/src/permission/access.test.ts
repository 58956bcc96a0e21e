import { describe, expect, it } from 'vitest';
import { allOf, andWalls, anyOf, anyStaff, can, everyone, signedIn, superuserOnly, type Subject } from './access.ts';
import { PERMISSION_CODES } from './codes.ts';

const staff = (...codes: string[]): Subject => ({ account: 'staff', is_superuser: false, permissions: new Set(codes) });
const superuser: Subject = { account: 'staff', is_superuser: true, permissions: new Set() };
const customer: Subject = {
  account: 'customer',
  is_superuser: false,
  permissions: new Set(['npn_customer', 'npn_view_job']),
};

describe('can', () => {
  it('knows the 65 codes of the specification, each once', () => {
    expect(new Set(PERMISSION_CODES).size).toBe(65);
  });

  it('lets nobody in but where everybody is', () => {
    expect(can(null, everyone)).toBe(true);
    expect([signedIn, anyStaff, superuserOnly, anyOf('npn_view_job')].some((a) => can(null, a))).toBe(false);
  });

  it('takes any of the codes by default and all of them when asked', () => {
    expect(can(staff('npn_view_job'), anyOf('npn_view_job', 'npn_add_job'))).toBe(true);
    expect(can(staff('npn_view_job'), allOf('npn_view_job', 'npn_add_job'))).toBe(false);
    expect(can(staff('npn_view_job', 'npn_add_job'), allOf('npn_view_job', 'npn_add_job'))).toBe(true);
  });

  it('lets a superuser pass every check', () => {
    for (const code of PERMISSION_CODES) expect(can(superuser, anyOf(code))).toBe(true);
    expect(can(superuser, superuserOnly)).toBe(true);
  });

  it('gives a customer account nothing of the staff’s, whatever codes it holds', () => {
    expect(can(customer, anyOf('npn_view_job'))).toBe(false);
    expect(can(customer, anyStaff)).toBe(false);
    expect(can(customer, anyOf('npn_customer'))).toBe(true);
  });

  it('lets a wall in where walls are named, and nowhere else', () => {
    const wall: Subject = { account: 'wall', is_superuser: true, permissions: new Set(PERMISSION_CODES) };
    expect(can(wall, andWalls(anyOf('npn_view_all_tasks')))).toBe(true);
    const others = [
      signedIn,
      anyStaff,
      superuserOnly,
      allOf('npn_view_job'),
      ...PERMISSION_CODES.map((code) => anyOf(code)),
    ];
    expect(others.filter((access) => can(wall, access))).toEqual([]);
    expect(can(null, andWalls(signedIn))).toBe(false);
    expect(can(staff(), andWalls(anyOf('npn_view_all_tasks')))).toBe(false);
  });
});
