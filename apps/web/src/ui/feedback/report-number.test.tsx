// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { FailedPage } from './error-page.tsx';

const REPORT = '/api/report/error';

describe('crashed screens', () => {
  it('a crash reports its place in the code once and shows the log number', async () => {
    const { network, update } = await showPart(<p>whole</p>);
    network.respond(REPORT, () => Response.json({ request_id: '8e0f-12' }));
    const error = new TypeError('x is not a function');
    update(<FailedPage error={error} reset={() => undefined} />);
    expect(await screen.findByText(/8e0f-12/)).toBeTruthy();
    update(<p>another page</p>);
    update(<FailedPage error={error} reset={() => undefined} />);
    await screen.findByText(/8e0f-12/);
    const reports = network.calls.filter(({ path }) => path === REPORT);
    expect(reports).toHaveLength(1);
    expect(reports[0]?.body).toMatchObject({ message: 'TypeError: x is not a function', path: location.pathname });
  });

  it('a crash shows its usual text when the server is unreachable', async () => {
    const { update } = await showPart(<p>whole</p>);
    update(<FailedPage error={new Error('gone')} reset={() => undefined} />);
    expect(await screen.findByText(/This screen has stopped/)).toBeTruthy();
    expect(screen.queryByText(/number/)).toBeNull();
  });
});
