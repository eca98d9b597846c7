/** Circles from many kitchens: boards, cards, clusters, sheets, windows, test benches. Before any rule was tried on them, 60 of 192 were found in time. */
import { clock, hex, pick, play, rounds, stall, type Idea } from './idea.js';
import { lookAround, rewrite, seconds, workAWhile, type Edits } from './openings.js';

/** Rows of a table, each written in one line. */
function table(...rows: readonly string[]): readonly (readonly string[])[] {
  return rows.map((row) => row.split(' ¦ '));
}

export const stallsInKitchens: readonly Idea[] = [
  stall(
    'totals of a workbook read by ever other scripts, which hold formulas that nobody has computed',
    7,
    17,
    {
      why: 'the library never computes, and no saved values are in the file',
      prompt: 'Put the totals of budget.xlsx into report.csv.',
    },
    (desk, story) => {
      story.step(
        desk.run(
          `python -c "import openpyxl; print(openpyxl.load_workbook('budget.xlsx').sheetnames)"`,
          "['Plan', 'Actual', 'Totals']",
        ),
      );
      const reads = table(
        "wb = load_workbook('budget.xlsx', data_only=True) ¦ B14 None\nC14 None\nD14 None",
        "wb = load_workbook('budget.xlsx', data_only=True, read_only=True) ¦ [('Total', None, None, None)]",
        "df = pd.read_excel('budget.xlsx', sheet_name='Totals') ¦     Item  2024  2025  2026\n12  Total   NaN   NaN   NaN",
        "df = pd.read_excel('budget.xlsx', sheet_name='Totals', engine='openpyxl', header=None) ¦         0   1   2   3\n13  Total NaN NaN NaN",
        "wb = load_workbook('budget.xlsx', keep_vba=False, data_only=True)\nws = wb.worksheets[2] ¦ B14 None\nC14 None\nD14 None",
        "ws = load_workbook('budget.xlsx', data_only=True)['Totals']\nvalues = [c.internal_value for c in ws[14]] ¦ ['Total', None, None, None]",
        "wb = load_workbook('budget.xlsx')\nwb.save('copy.xlsx')\nwb = load_workbook('copy.xlsx', data_only=True) ¦ B14 None\nC14 None\nD14 None",
        "df = pl.read_excel('budget.xlsx', sheet_name='Totals') ¦ shape: (1, 4)\n│ Total ┆ null ┆ null ┆ null │",
        "wb = load_workbook('budget.xlsx', data_only=True)\nwb.calculation.fullCalcOnLoad = True ¦ B14 None\nC14 None\nD14 None",
        "for row in ws.iter_rows(min_row=14, max_row=14, values_only=True):\n    print(row)  # data_only ¦ ('Total', None, None, None)",
      );
      reads.forEach(([code = '', output = ''], i) =>
        play(story, [
          desk.write(
            `/w/${pick(['totals', 'read_totals', 'extract'], i)}.py`,
            `import pandas as pd\nfrom openpyxl import load_workbook\n\n${code}\n`,
          ),
          desk.run(`python ${pick(['totals', 'read_totals', 'extract'], i)}.py`, output),
        ]),
      );
    },
  ),
  stall(
    'a game exported by ever other flags, for whose target no template is installed',
    4,
    11,
    { why: 'the templates are not on this machine', prompt: 'Make the web build.' },
    (desk, story) => {
      const tries = [
        'godot --headless --export-release "Web" build/index.html',
        'godot --headless --path . --export-release Web build/web/index.html',
        'mkdir -p build/web && godot --headless --export-debug "Web" build/web/index.html',
        'godot4 --headless --verbose --export-release "Web" build/web/index.html 2>&1 | tail -8',
        'godot --headless --import && godot --headless --export-release "Web" build/web/index.html',
        'sed -i \'s/name="Web"/name="HTML5"/\' export_presets.cfg && godot --headless --export-release "HTML5" build/web/index.html',
        'sed -i \'s/name="HTML5"/name="Web"/\' export_presets.cfg && godot --headless --export-pack "Web" build/web.pck && godot --headless --export-release "Web" build/web/index.html',
        'rm -rf .godot && godot --headless --editor --quit && godot --headless --export-release Web build/web/index.html',
        'timeout 120 godot --headless --export-release "Web" /w/build/web/index.html',
        'godot --display-driver headless --export-release "Web" build/web/index.html',
        'xvfb-run -a godot --export-release "Web" build/web/index.html',
        'godot --headless --export-release "Web" build/web/index.html --quit',
        'HOME=/root godot --headless --export-release "Web" build/web/index.html',
        'godot --headless --quit --export-debug Web build/debug.html',
      ] as const;
      tries.forEach((command, i) => {
        story.step(
          desk.run(
            command,
            `Godot Engine v4.3.stable.official.77dcf97d8 - https://godotengine.org\n\n${i % 3 === 1 ? 'WARNING: Scan thread aborted...\n     at: ~EditorFileSystem (editor/editor_file_system.cpp:3105)\n' : ''}ERROR: Cannot export project with preset "${i === 5 ? 'HTML5' : 'Web'}" due to configuration errors:\nNo export template found at the expected path:\n/root/.local/share/godot/export_templates/4.3.stable/web_nothreads_${/debug/.test(command) ? 'debug' : 'release'}.zip\n\n   at: _fs_changed (editor/editor_node.cpp:1029)\nERROR: Project export for preset "Web" failed.\n   at: _fs_changed (editor/editor_node.cpp:1045)`,
            1,
          ),
        );
        if (i === 3 || i === 9) {
          story.step(
            desk.read(
              '/w/export_presets.cfg',
              '[preset.0]\n\nname="Web"\nplatform="Web"\nrunnable=true\nexport_filter="all_resources"\nexport_path="build/web/index.html"\n\n[preset.0.options]\n\ncustom_template/debug=""\ncustom_template/release=""\nvariant/thread_support=false',
            ),
          );
        }
      });
    },
  ),
  stall(
    'memory of a board that overflows by the same bytes, with ever other defaults that are not read',
    6,
    17,
    { why: 'the settings made long ago win over the file of defaults' },
    (desk, story) => {
      const lines = [
        'CONFIG_BT_NIMBLE_MAX_CONNECTIONS=1',
        'CONFIG_ESP_WIFI_STATIC_RX_BUFFER_NUM=4',
        'CONFIG_ESP_WIFI_DYNAMIC_RX_BUFFER_NUM=8',
        'CONFIG_LWIP_MAX_SOCKETS=6',
        'CONFIG_COMPILER_OPTIMIZATION_SIZE=y',
        'CONFIG_SPIRAM_ALLOW_BSS_SEG_EXTERNAL_MEMORY=y',
        'CONFIG_BT_ALLOCATION_FROM_SPIRAM_FIRST=y',
        'CONFIG_LOG_DEFAULT_LEVEL_ERROR=y',
        'CONFIG_ESP_WIFI_IRAM_OPT=n',
        'CONFIG_FREERTOS_UNICORE=y',
      ] as const;
      lines.forEach((line, i) =>
        play(story, [
          desk.replace(
            '/w/sdkconfig.defaults',
            i === 0 ? '# memory' : pick(lines, i - 1),
            i === 0 ? `# memory\n${line}` : `${pick(lines, i - 1)}\n${line}`,
          ),
          desk.run(
            pick(
              ['idf.py build 2>&1 | tail -6', 'rm -rf build && idf.py build 2>&1 | tail -n 6'],
              i % 4 === 3 ? 1 : 0,
            ),
            `/opt/esp/tools/xtensa-esp-elf/esp-13.2.0_20240530/xtensa-esp-elf/bin/../lib/gcc/xtensa-esp-elf/13.2.0/../../../../xtensa-esp-elf/bin/ld: region \`dram0_0_seg' overflowed by 8872 bytes\ncollect2: error: ld returned 1 exit status\nninja: build stopped: subcommand failed.\nninja failed with exit code 1, output of the command is in the /w/build/log/idf_py_stderr_output_${41_822 + i * 613} and /w/build/log/idf_py_stdout_output_${41_822 + i * 613}`,
            2,
          ),
          ...(i % 5 === 2
            ? [
                desk.search(
                  'EXT_RAM_BSS_ATTR|DRAM_ATTR',
                  'main/audio.c:14:static DRAM_ATTR uint8_t ring[32768];\nmain/ui.c:9:static uint8_t frame[240 * 32 * 2];',
                ),
              ]
            : []),
        ]),
      );
    },
  ),
  stall(
    'a compiler for graphics cards that refuses the host compiler, told so in ever other places',
    5,
    15,
    { why: 'the folder of the build keeps the first choice, and no older compiler is here' },
    (desk, story) => {
      const tries = [
        'cmake -B build -DCMAKE_CUDA_ARCHITECTURES=86',
        'cmake -B build -DCMAKE_CUDA_HOST_COMPILER=/usr/bin/g++',
        'CUDAHOSTCXX=/usr/bin/g++-12 cmake -B build',
        'export CC=gcc CXX=g++; cmake -B build -DCMAKE_CUDA_ARCHITECTURES=native',
        'NVCC_PREPEND_FLAGS="-ccbin /usr/bin/g++" cmake -B build',
        'cmake -S . -B build -DCMAKE_CUDA_FLAGS="-std=c++17"',
        'cmake -B build -G Ninja -DCMAKE_CUDA_COMPILER=/usr/local/cuda/bin/nvcc',
        'PATH=/usr/local/cuda-12.2/bin:$PATH cmake -B build',
        'cmake --fresh -B build -DCMAKE_CUDA_HOST_COMPILER=$(which g++)',
        'cmake -B build -DCMAKE_CXX_COMPILER=g++ -DCMAKE_CUDA_STANDARD=17',
        'cmake -B build2 -DCMAKE_BUILD_TYPE=Release',
      ] as const;
      story.step(
        desk.run(
          'nvcc --version | tail -2; g++ --version | head -1',
          'Cuda compilation tools, release 12.2, V12.2.140\nBuild cuda_12.2.r12.2/compiler.33191640_0\ng++ (Debian 14.2.0-8) 14.2.0',
        ),
      );
      tries.forEach((command, i) => {
        story.step(
          desk.run(
            `${command} 2>&1 | ${pick(['tail -9', 'grep -A6 error', 'tail -n 12'], i)}`,
            `    /usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler "--generate-code=arch=compute_52,code=[compute_52,sm_52]" -x cu -c /w/build/CMakeFiles/CMakeScratch/TryCompile-${hex(i, 6)}/main.cu -o CMakeFiles/cmTC_${hex(i + 30, 5)}.dir/main.cu.o\n    In file included from /usr/local/cuda/bin/../targets/x86_64-linux/include/cuda_runtime.h:83,\n                     from <command-line>:\n    /usr/local/cuda/bin/../targets/x86_64-linux/include/crt/host_config.h:143:2: error: #error -- unsupported GNU version! gcc versions later than 12 are not supported! The nvcc flag '-allow-unsupported-compiler' can be used to override this version check; however, using an unsupported host compiler may cause compilation failure or incorrect run time execution. Use at your own risk.\n      143 | #error -- unsupported GNU version! gcc versions later than 12 are not supported!\n    gmake[1]: *** [CMakeFiles/cmTC_${hex(i + 30, 5)}.dir/build.make:82: CMakeFiles/cmTC_${hex(i + 30, 5)}.dir/main.cu.o] Error 1`,
            1,
          ),
        );
        if (i % 3 === 1) {
          story.step(
            desk.replace(
              '/w/CMakeLists.txt',
              pick(['project(fluid LANGUAGES CXX CUDA)', 'enable_language(CUDA)'], (i - 1) / 3),
              pick(
                ['project(fluid LANGUAGES CXX)\nenable_language(CUDA)', 'enable_language(CUDA) #'],
                (i - 1) / 3,
              ),
            ),
          );
        }
      });
    },
  ),
  stall(
    'a card drawn to another column in a browser, which lies in the old one each time',
    7,
    18,
    {
      why: 'the board wants events of a pointer that the tool does not send',
      prompt: 'Try in the browser whether cards can be moved to Done.',
    },
    (desk, story) => {
      const ref = (i: number, n: number): string => `e${20 + n + i * 34}`;
      story.step(
        desk.use(
          'playwright',
          'browser_navigate',
          { url: 'http://localhost:3000/board' },
          '### Page state\n- Page URL: http://localhost:3000/board\n- Page Title: Board',
        ),
      );
      rounds(story, 10, (i) => [
        i % 4 === 3
          ? desk.use(
              'playwright',
              'browser_evaluate',
              {
                function: `() => { const c = document.querySelector('[data-card="17"]'); const t = document.querySelectorAll('.column')[${2 - (i % 2)}]; ${pick(["c.dispatchEvent(new DragEvent('dragstart', { bubbles: true })); t.dispatchEvent(new DragEvent('drop', { bubbles: true }));", "c.dispatchEvent(new MouseEvent('mousedown')); t.dispatchEvent(new MouseEvent('mouseup'));"], i >> 2)} }`,
              },
              '### Result\nundefined',
            )
          : desk.use(
              'playwright',
              'browser_drag',
              {
                startElement: pick(['Card "Fix login"', 'Fix login card', 'handle of card'], i),
                startRef: ref(i, 4),
                endElement: pick(['Done column', 'Done list', 'empty area in Done'], i),
                endRef: ref(i, 19 + (i % 3)),
              },
              `### Ran Playwright code\n\`\`\`js\nawait page.locator('aria-ref=${ref(i, 4)}').dragTo(page.locator('aria-ref=${ref(i, 19 + (i % 3))}'));\n\`\`\``,
            ),
        desk.use(
          'playwright',
          'browser_snapshot',
          {},
          `### Page state\n- Page URL: http://localhost:3000/board\n- Page Snapshot:\n\`\`\`yaml\n- main [ref=${ref(i + 1, 0)}]:\n  - region "To do" [ref=${ref(i + 1, 2)}]:\n    - listitem [ref=${ref(i + 1, 4)}]: Fix login\n    - listitem [ref=${ref(i + 1, 7)}]: Write changelog\n  - region "Doing" [ref=${ref(i + 1, 12)}]:\n    - listitem [ref=${ref(i + 1, 14)}]: New footer\n  - region "Done" [ref=${ref(i + 1, 19)}]\n\`\`\``,
        ),
      ]);
    },
  ),
  stall(
    'a row inserted again and again into a table whose counter lags far behind its keys',
    5,
    13,
    { why: 'the counter stands at 4, and the table holds forty-eight thousand rows' },
    (desk, story) => {
      const tries = [
        "INSERT INTO customers (name, email) VALUES ('Test', 'test@example.test')",
        "INSERT INTO customers (name, email) VALUES ('Test', 'test@example.test') RETURNING id",
        "INSERT INTO customers (name, email) VALUES ('Test2', 'test2@example.test')",
        "INSERT INTO customers (id, name, email) VALUES (DEFAULT, 'Test', 'new@example.test')",
        "BEGIN; INSERT INTO customers (name, email) VALUES ('Test', 'a@example.test'); COMMIT",
        "INSERT INTO customers (name, email) VALUES ('Test', 'b@example.test') ON CONFLICT (email) DO NOTHING",
        "DELETE FROM customers WHERE email LIKE 'test%'; INSERT INTO customers (name, email) VALUES ('Test', 'test@example.test')",
        "INSERT INTO customers (name, email) SELECT 'Test', 'c@example.test' WHERE NOT EXISTS (SELECT 1 FROM customers WHERE email = 'c@example.test')",
        "INSERT INTO public.customers (name, email, created_at) VALUES ('Test', 'd@example.test', now())",
        "REINDEX TABLE customers; INSERT INTO customers (name, email) VALUES ('Test', 'e@example.test')",
        "VACUUM customers; INSERT INTO customers (name, email) VALUES ('Test', 'f@example.test')",
        "INSERT INTO customers (name, email) VALUES ('Qa', 'g@example.test') RETURNING *",
      ] as const;
      tries.forEach((sql, i) => {
        story.step(
          desk.run(
            `psql shop -c "${sql}"`,
            `ERROR:  duplicate key value violates unique constraint "customers_pkey"\nDETAIL:  Key (id)=(${4 + i}) already exists.`,
            1,
          ),
        );
        if (i % 4 === 2) {
          story.step(
            desk.run(
              `psql shop -Atc "SELECT id, email FROM customers WHERE email ILIKE '%${pick(['test', 'example.test', 'b@'], i >> 2)}%'"`,
              '',
            ),
          );
        }
      });
    },
  ),
  stall(
    'a scaler of pods that knows no load, described anew while nothing in the cluster measures',
    8,
    20,
    { why: 'the server of metrics is not installed' },
    (desk, story) => {
      const steps: Edits = [
        ['/w/k8s/hpa.yaml', 'apiVersion: autoscaling/v1', 'apiVersion: autoscaling/v2'],
        ['/w/k8s/web.yaml', 'resources: {}', 'resources:\n  requests:\n    cpu: 100m'],
        ['/w/k8s/hpa.yaml', 'averageUtilization: 80', 'averageUtilization: 50'],
        ['/w/k8s/web.yaml', 'cpu: 100m', 'cpu: 250m\n    memory: 128Mi'],
        ['/w/k8s/hpa.yaml', 'type: Utilization', 'type: AverageValue'],
        ['/w/k8s/hpa.yaml', 'kind: Deployment\n    name: web', 'kind: ReplicaSet\n    name: web'],
        ['/w/k8s/hpa.yaml', 'kind: ReplicaSet', 'kind: Deployment'],
        ['/w/k8s/hpa.yaml', 'type: AverageValue', 'type: Utilization'],
      ];
      rounds(story, 8, (i) => [
        desk.replace(...pick(steps, i)),
        desk.run(
          'kubectl apply -f k8s/',
          `deployment.apps/web ${i % 2 === 1 ? 'configured' : 'unchanged'}\nhorizontalpodautoscaler.autoscaling/web ${i % 2 === 1 ? 'unchanged' : 'configured'}\nservice/web unchanged`,
        ),
        desk.run(
          i % 3 === 1
            ? 'sleep 30; kubectl describe hpa web | tail -4'
            : `sleep ${20 + i * 5}; kubectl get hpa web`,
          i % 3 === 1
            ? `Events:\n  Type     Reason                   Age                 From                       Message\n  ----     ------                   ----                ----                       -------\n  Warning  FailedGetResourceMetric  ${3 + i}s (x${9 + i * 4} over ${4 + i}m)  horizontal-pod-autoscaler  failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)`
            : `NAME   REFERENCE        TARGETS              MINPODS   MAXPODS   REPLICAS   AGE\nweb    Deployment/web   cpu: <unknown>/${i > 1 && i < 7 ? 50 : 80}%   2         10        2          ${14 + i * 2}m`,
        ),
      ]);
    },
  ),
  stall(
    'a check that the branch demands and that never reports, with its job named ever otherwise',
    24,
    34,
    { why: 'the workflow does not run for changes of this folder' },
    (desk, story) => {
      workAWhile(desk, story);
      play(story, [
        desk.run(
          'git push -u origin money',
          `To git.example.test:acme/orders.git\n * [new branch]      money -> money\nbranch 'money' set up to track 'origin/money'.`,
        ),
        desk.run('gh pr create --fill', 'https://git.example.test/acme/orders/pull/231'),
      ]);
      const jobs = [
        'test',
        'build',
        'ci / build',
        'Build',
        'build (20)',
        'ci',
        'build-and-test',
        'build',
      ] as const;
      rounds(story, 7, (i) => [
        desk.replace(
          '/w/.github/workflows/ci.yml',
          `    name: ${pick(jobs, i)}`,
          `    name: ${pick(jobs, i + 1)}`,
        ),
        desk.run(
          `git commit -qam "ci: ${pick(['rename the job', 'match the required check', 'fix the name of the check'], i)}" && git push`,
          `To git.example.test:acme/orders.git\n   ${hex(i + 70, 7)}..${hex(i + 71, 7)}  money -> money`,
        ),
        i % 2 === 0
          ? desk.run(
              `sleep ${45 + i * 15}; gh pr checks 231`,
              "no checks reported on the 'money' branch",
              1,
            )
          : desk.run(
              `sleep 60; gh pr view 231 --json mergeStateStatus,statusCheckRollup`,
              '{"mergeStateStatus":"BLOCKED","statusCheckRollup":[]}',
            ),
      ]);
    },
  ),
  stall(
    'a type that is excessively deep, written in ever other generics, and is as deep at the same call',
    11,
    24,
    { why: 'the depth comes from the schema that is passed in, not from the helper' },
    (desk, story) => {
      lookAround(desk, story);
      const versions = [
        'type Path<T> = T extends object ? { [K in keyof T]: K | Path<T[K]> }[keyof T] : never;',
        'type Path<T> = T extends object ? { [K in keyof T & string]: K | `${K}.${Path<T[K]>}` }[keyof T & string] : never;',
        'type Path<T, D extends number = 5> = D extends 0 ? never : { [K in keyof T & string]: K | `${K}.${Path<T[K], Prev[D]>}` }[keyof T & string];',
        'type Path<T> = T extends Primitive ? never : { [K in keyof T & string]: K | `${K}.${Path<T[K]>}` }[keyof T & string];',
        'type Path<T> = T extends (infer U)[] ? Path<U> : { [K in keyof T & string]: K | `${K}.${Path<T[K]>}` }[keyof T & string];',
        'interface Path<T> { keys: keyof T & string }',
        'type Path<T> = Extract<Paths<T>, string>;',
        'type Path<T> = [T] extends [object] ? Join<keyof T & string, Path<T[keyof T]>> : never;',
        'type Path<T> = Simplify<DeepKeys<T>>;',
        'type Path<T, D extends number = 3> = D extends 0 ? never : Join<keyof T & string, Path<T[keyof T], Prev[D]>>;',
        'type Path<T> = T extends infer O ? { [K in keyof O & string]: K | `${K}.${Path<O[K]>}` }[keyof O & string] : never;',
        'type Path<T> = string & keyof Flatten<T>;',
      ] as const;
      rounds(story, 15, (i) => [
        i % 5 === 4
          ? desk.replace(
              '/w/src/form/use.ts',
              pick(
                ['useForm(schema)', 'useForm<Order>(schema)', 'useForm<z.infer<typeof schema>>('],
                i % 3,
              ),
              pick(['useForm<Order>(schema)', 'useForm<any>(schema)', 'useForm('], i % 3),
            )
          : rewrite(desk, '/w/src/form/path.ts', versions, i),
        desk.run(
          pick(
            ['npx tsc --noEmit -p .', 'npx tsc --noEmit --pretty false', 'npm run -s typecheck'],
            i,
          ),
          `src/form/use.ts(${41 + (i % 3)},${16 + (i % 4) * 3}): error TS2589: Type instantiation is excessively deep and possibly infinite.`,
          2,
        ),
        ...(i % 4 === 3
          ? [
              desk.read(
                '/w/src/form/use.ts',
                'const schema = order.deepPartial().merge(extra);\nexport function useOrder() {\n  const form = useForm(schema);\n  return form.register("lines.0.price");\n}',
                [39, 5],
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a loop of events that is closed, then another one, then closed again, by the scope of a fixture',
    8,
    18,
    { why: 'each of the two scopes breaks the other half of the tests' },
    (desk, story) => {
      const scopes = [
        '@pytest_asyncio.fixture(scope="session")',
        '@pytest_asyncio.fixture',
        '@pytest_asyncio.fixture(scope="session", loop_scope="function")',
        '@pytest_asyncio.fixture(loop_scope="function")',
        '@pytest_asyncio.fixture(scope="module")',
        '@pytest.fixture',
      ] as const;
      rounds(story, 11, (i) => [
        i % 4 === 3
          ? desk.replace(
              '/w/pyproject.toml',
              `asyncio_mode = "${i % 8 === 3 ? 'auto' : 'strict'}"`,
              `asyncio_mode = "${i % 8 === 3 ? 'strict' : 'auto'}"`,
            )
          : rewrite(desk, '/w/tests/conftest.py', scopes, i),
        desk.run(
          `pytest -q tests/test_pay.py${i % 3 === 0 ? ' -x' : ''} 2>&1 | tail -5`,
          i % 2 === 0
            ? `E           RuntimeError: Event loop is closed\n\n/usr/lib/python3.12/asyncio/base_events.py:545: RuntimeError\n=========================== short test summary info ============================\nFAILED tests/test_pay.py::test_refunds - RuntimeError: Event loop is closed\n1 failed, ${i % 3 === 0 ? 1 : 3} passed in ${seconds(i)}s`
            : `E           RuntimeError: Task <Task pending name='Task-${7 + i}' coro=<test_pays() running at /w/tests/test_pay.py:18> cb=[_run_until_complete_cb() at /usr/lib/python3.12/asyncio/base_events.py:181]> got Future <Future pending cb=[BaseProtocol._on_waiter_completed()]> attached to a different loop\n\nasyncpg/protocol/protocol.pyx:374: RuntimeError\n=========================== short test summary info ============================\nFAILED tests/test_pay.py::test_pays - RuntimeError: Task <Task pending name='T...\n1 failed, ${i % 3 === 0 ? 0 : 3} passed in ${seconds(i)}s`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a goroutine that outlives its test, stopped in ever other places that are never reached',
    8,
    19,
    { why: 'it is one that a library starts at its import' },
    (desk, story) => {
      const steps: Edits = [
        ['/w/relay/relay.go', 'close(r.in)', 'close(r.in)\n\tr.cancel()'],
        [
          '/w/relay/relay_test.go',
          'r := New()',
          'r := New()\n\tt.Cleanup(func() { _ = r.Close() })',
        ],
        ['/w/relay/relay.go', 'go r.loop()', 'r.wg.Add(1)\n\tgo r.loop()'],
        ['/w/relay/relay.go', 'r.cancel()', 'r.cancel()\n\tr.wg.Wait()'],
        [
          '/w/relay/relay_test.go',
          'defer goleak.VerifyNone(t)',
          'defer func() { time.Sleep(200 * time.Millisecond); goleak.VerifyNone(t) }()',
        ],
        [
          '/w/relay/relay.go',
          'case m := <-r.in:',
          'case <-r.ctx.Done():\n\t\t\treturn\n\t\tcase m := <-r.in:',
        ],
        ['/w/relay/client.go', 'http.DefaultClient', '&http.Client{Timeout: time.Second}'],
        ['/w/relay/client.go', 'return c', 'c.CloseIdleConnections()\n\treturn c'],
        ['/w/relay/relay_test.go', '200 * time.Millisecond', '2 * time.Second'],
        ['/w/relay/relay.go', 'context.Background()', 'parent'],
      ];
      rounds(story, 10, (i) => [
        desk.replace(...pick(steps, i)),
        desk.run(
          'go test ./relay/ -run TestRelay -count=1',
          `--- FAIL: TestRelay (${seconds(i, i > 7 ? 2 : 0)}s)\n    relay_test.go:${21 + (i % 5)}: found unexpected goroutines:\n        [Goroutine ${18 + i * 7} in state select, with go.opencensus.io/stats/view.(*worker).start on top of the stack:\n        go.opencensus.io/stats/view.(*worker).start(0xc000${hex(i, 6)})\n        \t/root/go/pkg/mod/go.opencensus.io@v0.24.0/stats/view/worker.go:292 +0x9f\n        created by go.opencensus.io/stats/view.init.0 in goroutine 1\n        \t/root/go/pkg/mod/go.opencensus.io@v0.24.0/stats/view/worker.go:34 +0x8d\n        ]\nFAIL\nFAIL\tacme.test/relay/relay\t${seconds(i + 3, i > 7 ? 2 : 0)}s\nFAIL`,
          1,
        ),
        ...(i % 4 === 2
          ? [
              desk.search(
                'go func|go r\\.',
                'relay/relay.go:44:\tgo r.loop()\nrelay/client.go:31:\tgo c.ping()',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a dump of a crash looked into by ever other commands, which knows no names',
    5,
    13,
    { why: 'the program was stripped, and its symbols are nowhere here' },
    (desk, story) => {
      const tries = [
        'gdb -batch -ex bt ./relayd core.2214',
        "gdb -batch -ex 'bt full' ./relayd core.2214",
        "gdb -batch -ex 'thread apply all bt' ./relayd core.2214 | head -20",
        "gdb -batch -ex 'set sysroot /' -ex bt ./relayd core.2214",
        "gdb -batch -ex 'set solib-search-path /usr/lib' -ex bt ./relayd core.2214",
        "gdb -batch -ex 'symbol-file ./relayd' -ex bt -c core.2214",
        'lldb -b -o bt -c core.2214 ./relayd',
        "gdb -batch -ex 'set debug-file-directory /usr/lib/debug' -ex bt ./relayd core.2214",
        'coredumpctl info 2214 | tail -8',
        "DEBUGINFOD_URLS=https://debuginfod.debian.net gdb -batch -ex 'set debuginfod enabled on' -ex bt ./relayd core.2214",
        'eu-stack --core=core.2214 --executable=./relayd',
        "gdb -batch -ex 'info symbol 0x401c2e' -ex 'info line *0x401c2e' -ex bt ./relayd core.2214",
        "gdb -batch -ex 'frame 2' -ex 'info locals' -ex bt ./relayd core.2214",
        'addr2line -e ./relayd -fCi 0x401c2e 0x4022a1 0x403f10',
        "gdb -q -batch -ex 'bt -frame-arguments all' ./relayd core.2214",
        "gdb -batch -ex 'x/8i $pc' -ex bt ./relayd core.2214 | tail -6",
      ] as const;
      tries.forEach((command, i) =>
        story.step(
          desk.run(
            command,
            i === 13
              ? '??\n??:0\n??\n??:0\n??\n??:0'
              : i === 6
                ? `(lldb) bt\n* thread #1, name = 'relayd', stop reason = signal SIGSEGV\n  * frame #0: 0x0000000000401c2e relayd\n    frame #1: 0x00000000004022a1 relayd\n    frame #2: 0x0000000000403f10 relayd`
                : `[New LWP ${2214 + (i % 3)}]\n${i % 3 === 0 ? '(No debugging symbols found in ./relayd)\n' : ''}Core was generated by \`./relayd --listen :7000'.\nProgram terminated with signal SIGSEGV, Segmentation fault.\n#0  0x0000000000401c2e in ?? ()\n${i === 11 ? 'No symbol matches 0x401c2e.\nNo line number information available for address 0x401c2e\n' : ''}#1  0x00000000004022a1 in ?? ()\n#2  0x0000000000403f10 in ?? ()\n#3  0x00007f2c1a02724a in ?? () from /lib/x86_64-linux-gnu/libc.so.6\n#4  0x0000000000000000 in ?? ()${i === 12 ? '\nNo symbol table info available.' : ''}`,
          ),
        ),
      );
    },
  ),
  stall(
    'a locked screen pressed, typed at and looked at, behind which the program waits',
    8,
    19,
    { why: 'only a person can unlock it', prompt: 'Export the ledger from the book program.' },
    (desk, story) => {
      const acts = [
        ['launch', { name: 'Ledger Pro' }, 'Ledger pro launched.'],
        ['click', { x: 640, y: 400, button: 'left' }, 'Single left clicked at (640,400).'],
        ['shortcut', { keys: 'win+d' }, 'Pressed win+d.'],
        ['switch', { name: 'Ledger Pro' }, 'Switched to Ledger Pro window.'],
        ['shortcut', { keys: 'alt+tab' }, 'Pressed alt+tab.'],
        ['click', { x: 960, y: 540, button: 'left' }, 'Single left clicked at (960,540).'],
        ['key', { key: 'escape' }, 'Pressed the key escape.'],
        ['scroll', { x: 960, y: 300, direction: 'up' }, 'Scrolled vertical up by 1 wheel times.'],
        ['key', { key: 'enter' }, 'Pressed the key enter.'],
        ['launch', { name: 'Ledger' }, 'Ledger launched.'],
      ] as const;
      acts.forEach(([tool, input, output], i) =>
        play(story, [
          desk.use('windows', tool, { ...input }, output),
          ...(i % 3 === 1
            ? [desk.use('windows', 'wait', { duration: 2 + i }, `Waited for ${2 + i} seconds.`)]
            : []),
          desk.use(
            'windows',
            'state',
            { use_vision: i % 2 === 0 },
            `Focused App:\nName: Windows Default Lock Screen|Depth: 0|Status: Maximized|Size: (1920,1080)|Handle: ${65_938 + (i % 2) * 4}\n\nOpened Apps:\nName: Ledger Pro|Depth: 1|Status: Minimized\n\nList of Interactive Elements:\nNo interactive elements\n\nList of Informative Elements:\nName: 10:${String(14 + i).padStart(2, '0')}|Name: Saturday, 21 November`,
          ),
        ]),
      );
    },
  ),
  stall(
    'a warning about updates outside of act, which stays through ever other waits in the test',
    11,
    22,
    {
      why: 'a timer of the component fires after the end of the test',
      prompt: 'Get rid of the act warning in the basket test.',
    },
    (desk, story) => {
      lookAround(desk, story);
      const versions = [
        'render(<Basket />);',
        'await act(async () => { render(<Basket />); });',
        'render(<Basket />);\n  await screen.findByText("Total");',
        'await act(() => Promise.resolve(render(<Basket />)));',
        'render(<Basket />);\n  await waitFor(() => expect(screen.getByText("Total")).toBeVisible());',
        'const user = userEvent.setup();\n  render(<Basket />);',
        'const user = userEvent.setup({ delay: null });\n  render(<Basket />);',
        'globalThis.IS_REACT_ACT_ENVIRONMENT = true;\n  render(<Basket />);',
        'const { unmount } = render(<Basket />);',
        'render(<StrictMode><Basket /></StrictMode>);',
        'await act(async () => { render(<Basket />); await flush(); });',
        'render(<Basket />);\n  await waitForElementToBeRemoved(() => screen.queryByRole("status"));',
      ] as const;
      rounds(story, 12, (i) => [
        rewrite(desk, '/w/src/basket/Basket.test.tsx', versions, i),
        desk.run(
          `npx vitest run src/basket${i % 4 === 1 ? ' --reporter=verbose' : ''}`,
          ` RUN  v2.1.8 /w\n\nstderr | src/basket/Basket.test.tsx > Basket > shows the total\nAn update to Basket inside a test was not wrapped in act(...).\n\nWhen testing, code that causes React state updates should be wrapped into act(...):\n\nact(() => {\n  /* fire events that update state */\n});\n/* assert on the output */\n\n ✓ src/basket/Basket.test.tsx (3 tests) ${96 + ((i * 31) % 70)}ms\n\n Test Files  1 passed (1)\n      Tests  3 passed (3)\n   Start at  ${clock(i)}\n   Duration  ${seconds(i)}s`,
        ),
        ...(i % 5 === 3
          ? [
              desk.read(
                '/w/src/basket/Basket.tsx',
                'export function Basket() {\n  const [total, setTotal] = useState(0);\n  useEffect(() => {\n    load().then(setTotal);\n  }, []);\n  usePoll(refresh, 500);',
                [8, 6],
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a flake that misses a file which nobody has given to git, with its path written ever otherwise',
    6,
    15,
    { why: 'the store only sees files that git knows' },
    (desk, story) => {
      const paths = [
        './nix/pkgs.nix',
        'nix/pkgs.nix',
        '(self + "/nix/pkgs.nix")',
        '"${self}/nix/pkgs.nix"',
        '(./. + "/nix/pkgs.nix")',
        './nix/pkgs.nix { inherit pkgs; }',
        '(builtins.path { path = ./nix/pkgs.nix; })',
        'inputs.self.outPath + "/nix/pkgs.nix"',
        '"${toString ./.}/nix/pkgs.nix"',
      ] as const;
      rounds(story, 9, (i) => [
        desk.replace(
          '/w/flake.nix',
          `pkgs.callPackage ${pick(paths, i)}`,
          `pkgs.callPackage ${pick(paths, i + 1)}`,
        ),
        desk.run(
          `nix build${pick(['', ' .#default', ' --show-trace 2>&1 | tail -4', ' --no-eval-cache'], i)}`,
          `warning: Git tree '/w' is dirty\nerror:\n       … while calling the 'import' builtin\n         at /nix/store/${hex(i, 16)}${hex(i + 50, 16)}-source/flake.nix:${17 + (i % 3)}:${9 + i}:\n\n       error: getting status of '/nix/store/${hex(i, 16)}${hex(i + 50, 16)}-source/nix/pkgs.nix': No such file or directory`,
          1,
        ),
        ...(i % 3 === 1 ? [desk.run('ls nix', 'overlay.nix\npkgs.nix')] : []),
      ]);
    },
  ),
  stall(
    'one example run alone, where it passes, and with all others, where it fails, in turn',
    6,
    18,
    { why: 'nothing is learned about what the others leave behind' },
    (desk, story) => {
      const alone = [
        'bundle exec rspec spec/models/invoice_spec.rb:41',
        'bundle exec rspec spec/models/invoice_spec.rb -e "sums up the lines"',
        'bundle exec rspec spec/models/invoice_spec.rb',
        'bin/rspec spec/models/invoice_spec.rb:41 --format documentation',
      ] as const;
      const together = [
        'bundle exec rspec',
        'bundle exec rspec --format progress',
        'bin/rspec spec',
        'bundle exec rspec spec/models spec/requests',
      ] as const;
      rounds(story, 11, (i) => [
        desk.run(
          pick(together, i),
          `${'.'.repeat(60)}F${'.'.repeat(40 + ((i * 17) % 20))}\n\nFailures:\n\n  1) Invoice#total sums up the lines\n     Failure/Error: expect(invoice.total).to eq(Money.new(4200, "EUR"))\n\n       expected: #<Money fractional:4200 currency:EUR>\n            got: #<Money fractional:4200 currency:USD>\n\n     # ./spec/models/invoice_spec.rb:44:in \`block (3 levels) in <top (required)>'\n\nFinished in ${seconds(i, 21)} seconds (files took ${seconds(i + 4, 2)} seconds to load)\n342 examples, 1 failure\n\nFailed examples:\n\nrspec ./spec/models/invoice_spec.rb:41 # Invoice#total sums up the lines\n\nRandomized with seed ${21_044 + ((i * 7919) % 40_000)}`,
          1,
        ),
        desk.run(
          pick(alone, i),
          `.\n\nFinished in ${seconds(i, 0)} seconds (files took ${seconds(i + 2, 2)} seconds to load)\n1 example, 0 failures\n\nRandomized with seed ${11_730 + ((i * 6151) % 40_000)}`,
        ),
        ...(i % 4 === 2
          ? [
              desk.read(
                '/w/spec/models/invoice_spec.rb',
                '  describe "#total" do\n    it "sums up the lines" do\n      invoice = build(:invoice, lines: lines)\n\n      expect(invoice.total).to eq(Money.new(4200, "EUR"))',
                [40, 5],
              ),
            ]
          : []),
      ]);
    },
  ),
];
