// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { NotLoadedPage } from '../feedback/error-page.tsx';
import { late, lateExtra } from './late.ts';
import { lateOverlay, latePart } from './late-part.tsx';
import { Once } from './once.tsx';

/** Code that can be fetched while the network is there; what was asked of it, and whether it came. */
function code<P>(part: P) {
  const wire = { network: false, asked: [] as boolean[] };
  const load = () => {
    wire.asked.push(wire.network);
    return wire.network ? Promise.resolve({ default: part }) : Promise.reject(new TypeError('offline'));
  };
  return { wire, load };
}

const button = (name: string) => screen.findByRole('button', { name });

it('a screen whose code could not be fetched says so, and is there once it is tried again with the network back', async () => {
  const { wire, load } = code(() => <h1>The screen</h1>);
  const Page = late(load, NotLoadedPage);
  // The pointer goes over its link before it is opened.
  await Page.preload();
  const { user } = await showPart(<Page />);
  await user.click(await button('Try again'));
  await waitFor(() => expect(wire.asked).toHaveLength(3));
  const retry = await button('Try again');
  wire.network = true;
  await user.click(retry);
  expect(await screen.findByRole('heading', { name: 'The screen' })).toBeTruthy();
  expect(wire.asked).toEqual([false, false, false, true]);
});

it('what failed while nobody saw it is fetched when it is opened', async () => {
  const { wire, load } = code(() => <h1>The screen</h1>);
  const Page = late(load, NotLoadedPage);
  await Page.preload();
  wire.network = true;
  await showPart(<Page />);
  expect(await screen.findByRole('heading', { name: 'The screen' })).toBeTruthy();
});

it('a part that could not be fetched has one line in its place; tried again in one place, it is there in all', async () => {
  const { wire, load } = code(({ name }: { name: string }) => <p>Chart of {name}</p>);
  const Chart = latePart(load);
  const { user } = await showPart(
    <main tabIndex={-1}>
      <Chart name="May" />
      <Chart name="June" />
    </main>,
  );
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
  expect(screen.getAllByText('Could not load')).toHaveLength(2);
  wire.network = true;
  await user.click(screen.getAllByRole('button', { name: 'Retry' })[0]!);
  expect(await screen.findByText('Chart of May')).toBeTruthy();
  expect(screen.getByText('Chart of June')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  // The button it was pressed on is gone: the keyboard goes on from around it, not from the top of the page.
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('what could not be fetched is there by itself when the network is back', async () => {
  const drawn = code(() => <p>Chart</p>);
  const told = code(() => <p>3 notices</p>);
  const [Chart, Bell] = [latePart(drawn.load), lateExtra(told.load)];
  await showPart(
    <>
      <Chart />
      <Bell />
    </>,
  );
  expect(await button('Retry')).toBeTruthy();
  drawn.wire.network = told.wire.network = true;
  // It listens from a moment after it is seen: on a busy machine the first word may come before that.
  await waitFor(() => {
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.queryByText('Chart')).toBeTruthy();
  });
  expect(await screen.findByText('3 notices')).toBeTruthy();
});

it('what could not be fetched is there by itself when a server answers again, of which no browser tells', async () => {
  const { load, wire } = code(() => <p>Chart</p>);
  const Chart = latePart(load);
  await showPart(<Chart />);
  expect(await button('Retry')).toBeTruthy();
  wire.network = true;
  expect(await screen.findByText('Chart', undefined, { timeout: 10_000 })).toBeTruthy();
});

it('the network comes back while it is still being asked for without one: it is asked for again, and is there', async () => {
  const asked: ((found: boolean) => void)[] = [];
  const Chart = latePart(
    () =>
      new Promise<{ default: () => React.ReactNode }>((resolve, reject) => {
        asked.push((found) => (found ? resolve({ default: () => <p>Chart</p> }) : reject(new TypeError('offline'))));
      }),
  );
  const { user } = await showPart(<Chart />);
  await waitFor(() => expect(asked).toHaveLength(1));
  await act(async () => asked[0]!(false));
  await user.click(await button('Retry'));
  expect(asked).toHaveLength(2);
  act(() => void window.dispatchEvent(new Event('online')));
  await act(async () => asked[1]!(false));
  await waitFor(() => expect(asked).toHaveLength(3));
  await act(async () => asked[2]!(true));
  expect(await screen.findByText('Chart')).toBeTruthy();
});

/** A button and the drawer it opens, as screens have them. */
function Screen({ drawer: Drawer }: { drawer: (props: { id: number; onClose: () => void }) => React.ReactNode }) {
  const [id, setId] = useState<number | null>(null);
  return (
    <>
      <button type="button" onClick={() => setId(7)}>
        Open
      </button>
      <Once when={id !== null}>
        <Drawer id={id ?? 0} onClose={() => setId(null)} />
      </Once>
    </>
  );
}

it('what opens over the page says that it could not be fetched, closes, and is tried again when it is opened again', async () => {
  const { wire, load } = code(({ id }: { id: number; onClose: () => void }) => <p>Record {id}</p>);
  const { user } = await showPart(<Screen drawer={lateOverlay(load)} />);
  const opener = await button('Open');
  await user.click(opener);
  const dialog = await screen.findByRole('alertdialog', { name: 'Could not load' });
  expect(dialog.textContent).toContain('Nothing you typed is lost');
  await user.click(await button('Close'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await user.click(opener);
  await screen.findByRole('alertdialog');
  expect(wire.asked).toEqual([false, false]);
  wire.network = true;
  await user.click(await button('Retry'));
  expect(await screen.findByText('Record 7')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('closed while it is fetched, what could not be fetched says nothing', async () => {
  let fail = () => {};
  const Drawer = lateOverlay(
    () => new Promise<{ default: (props: { onClose: () => void }) => null }>((_, reject) => (fail = reject)),
  );
  const drawer = (open: boolean) => (
    <Once when={open}>
      <Drawer onClose={() => {}} />
    </Once>
  );
  const { update } = await showPart(drawer(true));
  update(drawer(false));
  await act(async () => fail());
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
