import { describe, expect, it } from 'vitest';
import { findCodesBeyondOwner, getTokenCodes } from './token.ts';

const createOwner = (codes: string[], is_superuser = false) => ({ is_superuser, permissions: new Set(codes) });

describe('permissions of a token', () => {
  it('a token has the codes in its scope that its owner has now', () => {
    const scope = ['npn_view_job', 'npn_add_job'];
    expect(getTokenCodes(createOwner(['npn_view_job', 'npn_delete_job']), scope)).toEqual(['npn_view_job']);
    expect(getTokenCodes(createOwner([]), scope)).toEqual([]);
  });

  it('a superuser’s token is limited to its scope', () => {
    expect(getTokenCodes(createOwner([], true), ['npn_view_job'])).toEqual(['npn_view_job']);
  });

  it('a token never has codes of the portal', () => {
    expect(getTokenCodes(createOwner(['npn_customer'], true), ['npn_customer', 'npn_customer_0'])).toEqual([]);
  });

  it('a scope beyond the owner’s permissions is refused', () => {
    expect(findCodesBeyondOwner(createOwner(['npn_view_job']), ['npn_view_job', 'npn_admin'])).toEqual(['npn_admin']);
    expect(findCodesBeyondOwner(createOwner([], true), ['npn_admin', 'npn_customer'])).toEqual(['npn_customer']);
  });
});
