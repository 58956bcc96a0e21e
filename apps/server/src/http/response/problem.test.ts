import { ERRORS, type ErrorCode } from '@darkroom/contract/errors';
import { DatabaseError } from 'pg';
import { describe, expect, it } from 'vitest';
import { fail } from './fail.ts';
import { toFailure, isCallerGone, toProblem, getErrorTitle } from './problem.ts';

const premature = Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });

describe('interrupted responses', () => {
  it('an interrupted response is not an error when its caller has left', () => {
    expect(isCallerGone(premature, { socket: { destroyed: true }, complete: true })).toBe(true);
  });

  it('an interrupted response is not an error when the request was incomplete', () => {
    const reset = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    expect(isCallerGone(reset, { socket: { destroyed: true }, complete: false })).toBe(true);
    // The whole request can have arrived without being read.
    expect(isCallerGone(reset, { socket: { destroyed: true }, complete: true })).toBe(true);
    expect(isCallerGone(reset, { socket: { destroyed: false }, complete: true })).toBe(true);
  });

  it('an interrupted response is an error when the database connection broke, too', () => {
    const broken = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    expect(isCallerGone(broken, { socket: { destroyed: true }, complete: true })).toBe(false);
  });

  it('an interrupted response is an error when its caller waits, or after another failure', () => {
    expect(isCallerGone(premature, { socket: { destroyed: false }, complete: true })).toBe(false);
    expect(isCallerGone(new Error('boom'), { socket: { destroyed: true }, complete: true })).toBe(false);
  });
});

describe('a problem', () => {
  it.each(Object.keys(ERRORS) as ErrorCode[])('a problem has the title of %s as its detail', (code) => {
    expect(toProblem(fail(code), 'r').detail).toBe(getErrorTitle(code));
    expect(toProblem(fail(code, { detail: 'why' }), 'r').detail).toBe('why');
    const errors = ['a', 'b'].map((field) => ({ field, code: 'too_long', limit: 10 }));
    expect(toProblem(fail(code, { errors }), 'r').detail).toBe('Max Length is 10!');
  });
});

describe('database errors', () => {
  it.each([
    ['53100', 'disk_full', 30],
    ['53300', 'unavailable', 2],
    ['57P01', 'unavailable', 2],
    ['55P03', 'record_busy', 2],
  ])('a database error with state %s returns %s with the time to retry', (state, code, retryAfter) => {
    const error = Object.assign(new DatabaseError('it did not work', 1, 'error'), { code: state });
    expect(toFailure(error)).toMatchObject({ code, details: { retryAfter } });
  });
});
