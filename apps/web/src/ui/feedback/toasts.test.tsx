// @vitest-environment happy-dom
import { groupEndpoints } from '@darkroom/contract/user/group';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useApiMutation } from '../../lib/api/query.ts';
import { useToast } from '../../lib/toast.ts';
import { createProblemResponse } from '../../testing/network.ts';
import { showPart } from '../../testing/part.tsx';

const NUMBER = '3b3d4929-6c50-4dc0-b73d-822e427da70f';

function ToastTrigger({ text }: { text: string }) {
  const toast = useToast();
  return (
    <button type="button" onClick={() => toast.error(text)}>
      tell
    </button>
  );
}

const GROUP = { id: 1, group_name: 'Editors', version: 1, permissions: [], members: 0 };

function Saver() {
  const toast = useToast();
  const save = useApiMutation(groupEndpoints.create, { onSuccess: () => void toast.success('Saved') });
  return (
    <button type="button" onClick={() => save.mutate({ group_name: 'Editors', permissions: ['npn_view_job'] })}>
      save
    </button>
  );
}

describe('toasts', () => {
  it('a toast with a request number offers to copy it', async () => {
    const { user } = await showPart(<ToastTrigger text={`Something went wrong (number ${NUMBER})`} />);
    await user.click(screen.getByRole('button', { name: 'tell' }));
    await user.click(await screen.findByRole('button', { name: 'Copy number' }));
    expect(await navigator.clipboard.readText()).toBe(NUMBER);
  });

  it('a toast about a failure disappears when the same step succeeds', async () => {
    const { user, network } = await showPart(<Saver />);
    network.respond('/api/group/create', () => createProblemResponse(503, 'unavailable'));
    await user.click(screen.getByRole('button', { name: 'save' }));
    await screen.findByText(/^The service is unavailable/);
    network.respond('/api/group/create', () => Response.json(GROUP));
    await user.click(screen.getByRole('button', { name: 'save' }));
    await screen.findByText('Saved');
    expect(screen.queryByText(/^The service is unavailable/)).toBeNull();
  });

  it('a toast without a number offers nothing', async () => {
    const { user } = await showPart(<ToastTrigger text="This task was taken by somebody else." />);
    await user.click(screen.getByRole('button', { name: 'tell' }));
    expect(await screen.findByText('This task was taken by somebody else.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Copy number' })).toBeNull();
  });
});
