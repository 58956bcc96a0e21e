// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { FailedPage } from '../feedback/error-page.tsx';
import { FetchBoundary, NotFetched } from './fetch-boundary.tsx';
import { lazyCode, lazyOverlay, lazyPart } from './lazy.tsx';

/** Code that can be fetched while the network is there; how often it was asked for, and whether it came. */
function code<P>(part: P) {
  const wire = { network: false, asked: [] as boolean[] };
  const load = () => {
    wire.asked.push(wire.network);
    return wire.network ? Promise.resolve({ default: part }) : Promise.reject(new TypeError('offline'));
  };
  return { wire, load };
}

const button = (name: string) => screen.findByRole('button', { name });

it('a screen whose code could not be fetched says so, and opens once it is tried again with the network back', async () => {
  const { wire, load } = code(() => <h1>The screen</h1>);
  const Page = lazyCode(load);
  // The pointer goes over its link before it is opened.
  await Page.preload();
  const { user } = await showPart(
    <FetchBoundary renderFailed={(reset) => <FailedPage error={new NotFetched(null, () => undefined)} reset={reset} />}>
      <Page />
    </FetchBoundary>,
  );
  await user.click(await button('Try again'));
  await waitFor(() => expect(wire.asked.length).toBeGreaterThanOrEqual(3));
  const retry = await button('Try again');
  wire.network = true;
  await user.click(retry);
  expect(await screen.findByRole('heading', { name: 'The screen' })).toBeTruthy();
});

it('code that was fetched ahead is drawn at once', async () => {
  const { wire, load } = code(() => <h1>The screen</h1>);
  const Page = lazyCode(load);
  wire.network = true;
  await Page.preload();
  await showPart(<Page />);
  expect(screen.getByRole('heading', { name: 'The screen' })).toBeTruthy();
  expect(wire.asked).toEqual([true]);
});

it('a part that could not be fetched has one line in its place, and the network coming back brings it', async () => {
  const { wire, load } = code(() => <p>Chart</p>);
  const Chart = lazyPart(load);
  await showPart(<Chart />);
  expect((await screen.findByRole('alert')).textContent).toContain('Could not load');
  wire.network = true;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('Chart')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('an error of the part itself goes on to whoever shows errors', async () => {
  const { wire, load } = code(() => {
    throw new Error('a fault');
  });
  wire.network = true;
  const Chart = lazyPart(load);
  let reached: unknown;
  class Outer extends FetchBoundary {
    override render() {
      reached = this.state.error;
      return reached === null ? this.props.children : <p>The page’s own</p>;
    }
  }
  await showPart(
    <Outer renderFailed={() => null}>
      <Chart />
    </Outer>,
  );
  expect(await screen.findByText('The page’s own')).toBeTruthy();
  expect(reached).toMatchObject({ message: 'a fault' });
});

/** A button and the drawer it opens, as screens have them. */
function Screen({ drawer: Drawer }: { drawer: (props: { id: number; onClose: () => void }) => React.ReactNode }) {
  const [id, setId] = useState<number | null>(null);
  return (
    <>
      <button type="button" onClick={() => setId(7)}>
        Open
      </button>
      {id !== null && <Drawer id={id} onClose={() => setId(null)} />}
    </>
  );
}

it('an overlay that could not be fetched says so, closes, and is tried again when it is opened again', async () => {
  const { wire, load } = code(({ id }: { id: number; onClose: () => void }) => <p>Record {id}</p>);
  const { user } = await showPart(<Screen drawer={lazyOverlay(load)} />);
  const opener = await button('Open');
  await user.click(opener);
  const dialog = await screen.findByRole('alertdialog', { name: 'Could not load' });
  expect(dialog.textContent).toContain('Your text is kept');
  await user.click(await button('Close'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await user.click(opener);
  await screen.findByRole('alertdialog');
  wire.network = true;
  await user.click(await button('Retry'));
  expect(await screen.findByText('Record 7')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('an overlay shows its frame until its code is here, and Escape closes it meanwhile', async () => {
  const { user } = await showPart(<Screen drawer={lazyOverlay(() => new Promise(() => undefined))} />);
  await user.click(await button('Open'));
  expect(document.querySelector('[role="presentation"] [aria-busy="true"]')).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.querySelector('[role="presentation"] [aria-busy="true"]')).toBeNull());
});
