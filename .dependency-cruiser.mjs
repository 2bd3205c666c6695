// Who may import whom, each rule with its reason. docs/decisions and ARCHITECTURE.md say the same in words.
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const ours = '^(apps|packages)/';

export default {
  forbidden: [
    rule(
      'no-cycles',
      'A cycle cannot be read from either end. What two files share, types too, stands in a third.',
      {},
      { circular: true },
    ),
    rule('no-unresolved', 'An import that resolves to nothing fails at run time.', {}, { couldNotResolve: true }),
    rule(
      'kernel-alone',
      'The kernel is pure and small: it knows nothing of ours.',
      { path: '^packages/kernel/' },
      { path: ours, pathNot: '^packages/kernel/' },
    ),
    rule(
      'contracts-know-kernel',
      'Contracts are shared by server and browser: kernel and zod only.',
      { path: '^packages/contracts/' },
      { path: ours, pathNot: '^packages/(kernel|contracts)/' },
    ),
    rule(
      'kit-knows-kernel',
      'The connector kit is what an outsider builds on: kernel only.',
      { path: '^packages/connector-kit/' },
      { path: ours, pathNot: '^packages/(kernel|connector-kit)/' },
    ),
    rule(
      'connectors-alone',
      'A connector knows nothing of us and of no other connector.',
      { path: '^packages/connectors/([^/]+)/' },
      { path: ours, pathNot: ['^packages/(kernel|connector-kit)/', '^packages/connectors/$1/'] },
    ),
    rule(
      'sandbox-knows-no-connector',
      'The other side must not be built from our own reading of it.',
      { path: '^packages/sandbox/' },
      { path: ours, pathNot: '^packages/(kernel|sandbox|catalogue)/' },
    ),
    rule(
      'catalogue-knows-kernel',
      'The catalogue is data and pictures.',
      { path: '^packages/catalogue/' },
      { path: ours, pathNot: '^packages/(kernel|catalogue)/' },
    ),
    rule(
      'rules-are-pure',
      'A rule is a decision: no database, no network, no clock.',
      { path: '/rules/', pathNot: '\\.test\\.ts$' },
      {
        path: [
          '^apps/server/src/(db|http|jobs|live)/',
          '^packages/connectors/',
          '^node:',
          'node_modules/(pg|undici|fastify)/',
        ],
      },
    ),
    rule(
      'repos-know-the-database',
      'SQL knows nothing of HTTP, jobs or connectors.',
      { path: 'apps/server/src/features/.+repo\\.ts$' },
      { path: ['^apps/server/src/(http|jobs)/', '^packages/connectors/'] },
    ),
    rule(
      'no-driver-in-features',
      'Features speak to the Executor, never to a driver or a named connector; their tests may name whom they stand against.',
      { path: '^apps/server/src/features/', pathNot: '\\.test\\.ts$' },
      { path: ['node_modules/pg(-boss)?/', '^packages/connectors/'] },
    ),
    rule(
      'features-by-their-door',
      'Another feature is used through its index.',
      { path: '^apps/server/src/features/([^/]+)/' },
      {
        path: '^apps/server/src/features/[^/]+/',
        pathNot: ['^apps/server/src/features/$1/', '/index\\.ts$', '^apps/server/src/features/demo/'],
      },
    ),
    rule(
      'compose-is-the-top',
      'Only the start wires everything.',
      {
        pathNot: [
          '^apps/server/src/(start|main|compose)\\.ts',
          '^apps/server/src/ops/',
          '^(apps/server/src/testing|bench|e2e|drill)/',
        ],
      },
      { path: '^apps/server/src/compose\\.ts$' },
    ),
    rule(
      'test-tools-know-no-server',
      'The contract suites judge a connector from outside. What a test of the server needs stands in apps/server/src/testing.',
      { path: '^packages/testing/' },
      { path: '^apps/' },
    ),
    rule(
      'product-needs-no-tests',
      'What is shipped never imports what tests it.',
      {
        path: '^(apps|packages/(kernel|contracts|connector-kit|connectors|sandbox|catalogue))/',
        pathNot: ['\\.test\\.tsx?$', '/testing/'],
      },
      { path: '^(packages/testing|apps/[^/]+/src/testing|bench|e2e|drill)/' },
    ),
    rule(
      'web-is-a-browser',
      'The web app knows contracts and kernel only.',
      { path: '^apps/web/' },
      { path: ours, pathNot: '^(apps/web|packages/(kernel|contracts))/' },
    ),
    rule(
      'web-reads-web-texts',
      "The server's texts are never shown by the web app and would only make its files larger.",
      { path: '^apps/(web|extension)/' },
      { path: '^messages/', pathNot: '^messages/[^/]+/web/' },
    ),
    rule(
      'extension-stands-alone',
      'The extension is built and shipped by itself, and speaks to the app by messages: contracts and kernel only.',
      { path: '^apps/extension/' },
      { path: ours, pathNot: '^(apps/extension|packages/(kernel|contracts))/' },
    ),
    rule(
      'nobody-is-built-from-the-extension',
      'Server and screens know it by its messages and its built files.',
      { path: '^(apps/(server|web)|packages)/' },
      { path: '^apps/extension/' },
    ),
    rule(
      'kit-knows-no-feature',
      'The kit serves every screen.',
      { path: '^apps/web/src/kit/' },
      { path: '^apps/web/src/features/' },
    ),
    rule(
      'web-features-by-their-door',
      'Another feature of the web app is used through its index. Pages and drawers stand there as lazy parts, so that they stay out of the first load.',
      { path: '^apps/web/src/features/([^/]+)/' },
      {
        path: '^apps/web/src/features/[^/]+/',
        pathNot: ['^apps/web/src/features/$1/', '^apps/web/src/features/[^/]+/index\\.ts$'],
      },
    ),
    rule(
      'ui-knows-no-data',
      'Primitives draw, nothing more.',
      { path: '^apps/web/src/ui/' },
      { path: '^apps/web/src/(kit|features|app)/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
};
