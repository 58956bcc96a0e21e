// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useOpenedRecord } from './use-opened-record.ts';

interface Asked {
  found: { name: string } | undefined;
  opened: number | undefined;
}
const A = { name: 'A' };
const B = { name: 'B' };

it('an open form keeps its record as opened, and other forms do not', () => {
  const first: Asked = { found: undefined, opened: 1 };
  const { result, rerender } = renderHook<typeof A | undefined, Asked>(
    ({ found, opened }) => useOpenedRecord(found, opened),
    {
      initialProps: first,
    },
  );
  rerender({ found: A, opened: 1 });
  expect(result.current).toBe(A);
  rerender({ found: { name: 'A, renamed' }, opened: 1 });
  rerender({ found: undefined, opened: 1 });
  expect(result.current).toBe(A);
  rerender({ found: B, opened: 2 });
  expect(result.current).toBe(B);
  rerender({ found: undefined, opened: 3 });
  expect(result.current).toBeUndefined();
  rerender({ found: A, opened: undefined });
  rerender({ found: undefined, opened: 1 });
  expect(result.current).toBeUndefined();
});
