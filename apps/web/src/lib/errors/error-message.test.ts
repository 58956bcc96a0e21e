import { ERRORS, type FieldError, type Problem } from '@darkroom/contract/errors';
import { createInstance } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import errors from '../../../public/locales/en/errors.json' with { type: 'json' };
import { ApiError } from '../api/api.ts';
import { getFailureText, getErrorMessage } from './error-message.ts';
import type { Translate } from '../i18n/i18n.ts';

let t: Translate<'errors'>;
beforeAll(async () => {
  const i18n = createInstance();
  await i18n.init({ lng: 'en', resources: { en: { errors } }, interpolation: { escapeValue: false } });
  t = i18n.t;
});

const createError = (code: Problem['code'], fields: Omit<FieldError, 'message'>[] = []) =>
  new ApiError(ERRORS[code], {
    type: '',
    title: code,
    status: ERRORS[code],
    code,
    errors: fields.map((field) => ({ ...field, message: '' })),
  });

describe('error messages of requests (spec §8)', () => {
  it('rejected fields outside the screen have a title, and each sentence occurs once', () => {
    const fields = ['tasks.0.task_id', 'tasks.1.task_id'].map((field) => ({ field, code: 'invalid_task_id' }));
    expect(getFailureText(createError('validation', fields), t)).toEqual({
      title: 'Form Validation Error',
      text: 'The task ID provided is invalid or missing.',
    });
  });

  it('a missing task or own record is named', () => {
    expect(getErrorMessage(createError('not_found', [{ field: 'task_id', code: 'task_not_found' }]), t)).toBe(
      'Task not found!',
    );
    expect(getErrorMessage(createError('not_found', [{ field: 'id', code: 'own_record_missing' }]), t)).toBe(
      'User information not found.',
    );
    expect(getErrorMessage(createError('not_found', [{ field: 'cus_id1', code: 'not_found' }]), t)).toBe(
      'Not found, or you do not have access.',
    );
  });

  it('unknown errors and a broken server have general sentences', () => {
    expect(getErrorMessage(new Error('of the page itself'), t)).toBe('An error occurred.');
    const unknown = new ApiError(418, { type: '', title: '', status: 418, code: 'teapot' as Problem['code'] });
    expect(getFailureText(unknown, t)).toEqual({ text: 'An error occurred.' });
    expect(getErrorMessage(createError('internal'), t)).toBe('Something went wrong');
  });

  it('only server errors show the number in the log', () => {
    const number = '3b3d4929-6c50-4dc0-b73d-822e427da70f';
    const getMessage = (code: Problem['code']) => {
      const { problem, status } = createError(code);
      return getErrorMessage(new ApiError(status, { ...problem, request_id: number }), t);
    };
    expect(getMessage('internal')).toBe(`Something went wrong (number ${number})`);
    expect(getMessage('disk_full')).toContain(number);
    expect(getMessage('stale')).not.toContain(number);
    expect(getMessage('record_busy')).not.toContain(number);
  });
});
