import { describe, expect, it } from 'vitest';
import type { Subject } from './access.ts';
import { findUngrantableCodes, compareCodes, isPortalCode } from './grant.ts';

const createStaff = (...codes: string[]): Subject => ({
  account: 'staff',
  is_superuser: false,
  permissions: new Set(codes),
});

describe('granting permissions', () => {
  it('missing permissions of the granting user are listed', () => {
    const leader = createStaff('npn_view_job', 'npn_own');
    expect(findUngrantableCodes(leader, ['npn_add_job', 'npn_view_job', 'npn_own', 'npn_delete_job'])).toEqual([
      'npn_add_job',
      'npn_delete_job',
    ]);
  });

  it('a superuser can grant all permissions, and a customer none', () => {
    expect(findUngrantableCodes({ ...createStaff(), is_superuser: true }, ['npn_add_job'])).toEqual([]);
    expect(findUngrantableCodes({ ...createStaff(), account: 'customer' }, ['npn_add_job'])).toEqual(['npn_add_job']);
  });

  it('codes of customers are recognised', () => {
    expect(['npn_customer', 'npn_customer_0', 'npn_view_customer'].map(isPortalCode)).toEqual([true, true, false]);
  });

  it('granted and removed codes are listed separately', () => {
    expect(compareCodes(['a', 'b'], ['b', 'c'])).toEqual({ added: ['c'], removed: ['a'] });
  });
});
