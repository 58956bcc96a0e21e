import { describe, expect, it } from 'vitest';
import en from '../../../../public/locales/en/status.json' with { type: 'json' };
import vi from '../../../../public/locales/vi/status.json' with { type: 'json' };
import { getStepLabelKey } from './task-steps.ts';

describe('labels of steps', () => {
  it('the labels follow the spec: Review starts a check, Assign to me takes a task', () => {
    const findWord = ({ action }: typeof en, step: Parameters<typeof getStepLabelKey>[0]) =>
      Object.entries(action).find(([name]) => getStepLabelKey(step) === `status:action.${name}`)?.[1];
    expect([findWord(en, 'start_qc1'), findWord(en, 'start_qc2'), findWord(vi, 'start_qc1')]).toEqual([
      'Review',
      'Review',
      'Kiểm tra',
    ]);
    expect(findWord(en, 'assign')).toBe('Assign to me');
    expect(findWord(en, 'start')).toBe('Start');
  });
});
