import { describe, expect, it } from 'vitest';
import { isCallerGone } from './problem.ts';

const premature = Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });

describe('an answer that did not arrive', () => {
  it('is nobody’s error when its caller has gone', () => {
    expect(isCallerGone(premature, { socket: { destroyed: true }, complete: true })).toBe(true);
  });

  it('is nobody’s error either when their call had not come whole', () => {
    const reset = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    expect(isCallerGone(reset, { socket: { destroyed: true }, complete: false })).toBe(true);
    expect(isCallerGone(reset, { socket: { destroyed: true }, complete: true })).toBe(false);
  });

  it('is an error when the caller still waits, or when something else went wrong', () => {
    expect(isCallerGone(premature, { socket: { destroyed: false }, complete: true })).toBe(false);
    expect(isCallerGone(new Error('boom'), { socket: { destroyed: true }, complete: true })).toBe(false);
  });
});
