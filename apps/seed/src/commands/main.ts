import { runServer } from '@darkroom/server/run';
import { writeOrders } from '../demo/coming-week.ts';
import { DEMO_SIGN_INS, seedDemo } from '../demo/demo.ts';

// `npm start`: the server. It creates the demo bureau in an empty database outside production.
await runServer({ signIns: DEMO_SIGN_INS, seed: seedDemo, leaveOrders: writeOrders });
