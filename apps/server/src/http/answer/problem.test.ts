import { ERRORS, type ErrorCode } from '@darkroom/contract/errors';
import { DatabaseError } from 'pg';
import { describe, expect, it } from 'vitest';
import { fail } from './fail.ts';
import { failureOf, isCallerGone, problemOf, titleOfError } from './problem.ts';

const premature = Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });

describe('an answer that did not arrive', () => {
  it('is nobody’s error when its caller has gone', () => {
    expect(isCallerGone(premature, { socket: { destroyed: true }, complete: true })).toBe(true);
  });

  it('is nobody’s error either when their call had not come whole', () => {
    const reset = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    expect(isCallerGone(reset, { socket: { destroyed: true }, complete: false })).toBe(true);
    // All of it may have come, and not been read yet.
    expect(isCallerGone(reset, { socket: { destroyed: true }, complete: true })).toBe(true);
    expect(isCallerGone(reset, { socket: { destroyed: false }, complete: true })).toBe(true);
  });

  it('is an error when the database’s own connection broke, though the caller has gone too', () => {
    const broken = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    expect(isCallerGone(broken, { socket: { destroyed: true }, complete: true })).toBe(false);
  });

  it('is an error when the caller still waits, or when something else went wrong', () => {
    expect(isCallerGone(premature, { socket: { destroyed: false }, complete: true })).toBe(false);
    expect(isCallerGone(new Error('boom'), { socket: { destroyed: true }, complete: true })).toBe(false);
  });
});

describe('a problem', () => {
  it.each(Object.keys(ERRORS) as ErrorCode[])('says in detail what is known of %s', (code) => {
    expect(problemOf(fail(code), 'r').detail).toBe(titleOfError(code));
    expect(problemOf(fail(code, { detail: 'why' }), 'r').detail).toBe('why');
    const errors = ['a', 'b'].map((field) => ({ field, code: 'too_long', limit: 10 }));
    expect(problemOf(fail(code, { errors }), 'r').detail).toBe('Max Length is 10!');
  });
});

describe('what the database says', () => {
  it.each([
    ['53100', 'disk_full', 30],
    ['53300', 'unavailable', 2],
    ['57P01', 'unavailable', 2],
    ['55P03', 'held', 2],
  ])('%s is told as %s, and when to come again', (state, code, retryAfter) => {
    const error = Object.assign(new DatabaseError('it did not work', 1, 'error'), { code: state });
    expect(failureOf(error)).toMatchObject({ code, trouble: { retryAfter } });
  });
});
