import { describe, expect, it } from 'vitest';
import { isCallerGone } from './problem.ts';

const premature = Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });

describe('an answer that did not arrive', () => {
  it('is nobody’s error when its caller has gone', () => {
    expect(isCallerGone(premature, { destroyed: true })).toBe(true);
  });

  it('is an error when the caller still waits, or when something else went wrong', () => {
    expect(isCallerGone(premature, { destroyed: false })).toBe(false);
    expect(isCallerGone(new Error('boom'), { destroyed: true })).toBe(false);
  });
});
