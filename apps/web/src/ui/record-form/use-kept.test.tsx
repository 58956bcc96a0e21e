// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useKept } from './use-kept.ts';

interface Asked {
  found: { id: number; name: string } | undefined;
  id: number | undefined;
}
const A = { id: 1, name: 'A' };
const B = { id: 2, name: 'B' };

it('keeps the record of an open form when it is deleted, and of no other form', () => {
  const first: Asked = { found: A, id: 1 };
  const { result, rerender } = renderHook<typeof A | undefined, Asked>(({ found, id }) => useKept(found, id), {
    initialProps: first,
  });
  rerender({ found: undefined, id: 1 });
  expect(result.current).toBe(A);
  rerender({ found: B, id: 2 });
  rerender({ found: undefined, id: 3 });
  expect(result.current).toBeUndefined();
  rerender({ found: A, id: undefined });
  rerender({ found: undefined, id: 1 });
  expect(result.current).toBeUndefined();
});
