import { describe, expect, it } from 'vitest';
import { findCodesBeyondOwner, getTokenCodes } from './token.ts';

const owner = (codes: string[], is_superuser = false) => ({ is_superuser, permissions: new Set(codes) });

describe('permissions of a token', () => {
  it('a token has the codes in its scope that its owner has now', () => {
    const scope = ['npn_view_job', 'npn_add_job'];
    expect(getTokenCodes(owner(['npn_view_job', 'npn_delete_job']), scope)).toEqual(['npn_view_job']);
    expect(getTokenCodes(owner([]), scope)).toEqual([]);
  });

  it('a superuser’s token is limited to its scope', () => {
    expect(getTokenCodes(owner([], true), ['npn_view_job'])).toEqual(['npn_view_job']);
  });

  it('a token never has codes of the portal', () => {
    expect(getTokenCodes(owner(['npn_customer'], true), ['npn_customer', 'npn_customer_0'])).toEqual([]);
  });

  it('a scope beyond the owner’s permissions is refused', () => {
    expect(findCodesBeyondOwner(owner(['npn_view_job']), ['npn_view_job', 'npn_admin'])).toEqual(['npn_admin']);
    expect(findCodesBeyondOwner(owner([], true), ['npn_admin', 'npn_customer'])).toEqual(['npn_customer']);
  });
});
