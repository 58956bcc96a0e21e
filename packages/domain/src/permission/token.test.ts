import { describe, expect, it } from 'vitest';
import { beyondScope, codesOfToken } from './token.ts';

const owner = (codes: string[], is_superuser = false) => ({ is_superuser, permissions: new Set(codes) });

describe('what a token may do', () => {
  it('is what stands in its scope and its owner holds now', () => {
    const scope = ['npn_view_job', 'npn_add_job'];
    expect(codesOfToken(owner(['npn_view_job', 'npn_delete_job']), scope)).toEqual(['npn_view_job']);
    expect(codesOfToken(owner([]), scope)).toEqual([]);
  });

  it('is never more than its scope, a superuser’s neither', () => {
    expect(codesOfToken(owner([], true), ['npn_view_job'])).toEqual(['npn_view_job']);
  });

  it('is nothing of the portal’s', () => {
    expect(codesOfToken(owner(['npn_customer'], true), ['npn_customer', 'npn_customer_0'])).toEqual([]);
  });

  it('cannot be asked for beyond what one holds', () => {
    expect(beyondScope(owner(['npn_view_job']), ['npn_view_job', 'npn_admin'])).toEqual(['npn_admin']);
    expect(beyondScope(owner([], true), ['npn_admin', 'npn_customer'])).toEqual(['npn_customer']);
  });
});
