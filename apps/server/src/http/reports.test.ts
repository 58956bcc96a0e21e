import { describe, expect, it } from 'vitest';
import { extractCodeLocations, removePersonalData } from './reports.ts';

describe('the log line of a report', () => {
  it('the log line has the code and no personal data', () => {
    expect(removePersonalData(`Cannot read "Nguyễn Văn A" of an.nguyen@example.com, task 12345`)).toBe(
      'Cannot read "…" of …@… task #',
    );
    const stack = `Error: Nguyễn Văn A\n    at show (https://bureau.example/assets/job-Ab12.js:3:44)\n    at https://x/assets/a.js:1:2?name=A`;
    expect(extractCodeLocations(stack)).toEqual(['/assets/job-Ab12.js:3:44', '/assets/a.js:1:2']);
  });
});
