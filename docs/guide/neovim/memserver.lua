-- memserver in Neovim: put this file into ~/.config/nvim/lua/ and write require("memserver").setup() into init.lua.
-- It speaks plain LSP: every request goes through workspace/executeCommand.

local M = {}

local defaults = {
  cmd = { "memserver", "serve" },
  settings = {}, -- see docs/configuration.md, for example { contextLength = 65536 }
}
local options = defaults
local client_id

local function workspace()
  return vim.uri_from_fname(vim.fn.getcwd())
end

-- Starts the server once; the same one answers until Neovim ends.
local function client()
  local running = client_id and vim.lsp.get_client_by_id(client_id)
  if running then
    return running
  end
  local config = {
    name = "memserver",
    cmd = options.cmd,
    root_dir = vim.fn.getcwd(),
    workspace_folders = { { uri = workspace(), name = vim.fn.fnamemodify(vim.fn.getcwd(), ":t") } },
    init_options = options.settings,
  }
  if vim.lsp.start then
    client_id = vim.lsp.start(config, { attach = false })
  else
    client_id = vim.lsp.start_client(config)
  end
  vim.wait(10000, function()
    local found = vim.lsp.get_client_by_id(client_id)
    return found ~= nil and found.server_capabilities ~= nil and next(found.server_capabilities) ~= nil
  end, 20)
  return vim.lsp.get_client_by_id(client_id)
end

-- Sends one request: M.ask("memory/search", { query = "…" }, function(result) … end)
function M.ask(method, params, on_result)
  local connection = client()
  if not connection then
    vim.notify("memserver could not be started: " .. table.concat(options.cmd, " "), vim.log.levels.ERROR)
    return
  end
  local handler = function(err, result)
    if err then
      vim.notify("memserver: " .. err.message, vim.log.levels.ERROR)
    elseif on_result then
      on_result(result)
    end
  end
  -- An empty Lua table would be sent as a list.
  local given = (params == nil or next(params) == nil) and vim.empty_dict() or params
  local request = { command = "memserver." .. method:gsub("/", "."), arguments = { given } }
  if vim.fn.has("nvim-0.11") == 1 then
    connection:request("workspace/executeCommand", request, handler)
  else
    connection.request("workspace/executeCommand", request, handler)
  end
end

local function show(title, lines)
  vim.cmd("botright new")
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].buftype = "nofile"
  vim.bo[buffer].bufhidden = "wipe"
  vim.bo[buffer].filetype = "markdown"
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split("# " .. title .. "\n\n" .. table.concat(lines, "\n"), "\n"))
end

function M.remember(content, file)
  local params = { layer = "project", content = content, workspaceUri = workspace() }
  if file and file ~= "" then
    params.relatedFiles = { vim.uri_from_fname(file) }
  end
  M.ask("memory/add", params, function(result)
    vim.notify(result.duplicateOf and "This was known already." or "Remembered.")
  end)
end

function M.search(query)
  M.ask("memory/search", { query = query, workspaceUri = workspace() }, function(result)
    local lines = {}
    for _, hit in ipairs(result.results) do
      local mark = hit.stale and " (stale)" or ""
      table.insert(lines, ("- **%s** %s, %s%s"):format(hit.title, hit.layer, hit.status, mark))
    end
    show("Memories: " .. query, lines)
  end)
end

function M.context(prompt)
  local params = { prompt = prompt, sessionId = "neovim", workspaceUri = workspace() }
  local name = vim.api.nvim_buf_get_name(0)
  if name ~= "" then
    params.activeFile = vim.uri_from_fname(name)
  end
  M.ask("context/build", params, function(result)
    show("Context: " .. prompt, { result.prompt })
  end)
end

function M.setup(given)
  options = vim.tbl_deep_extend("force", defaults, given or {})
  local command = vim.api.nvim_create_user_command
  command("MemoryRemember", function(call)
    local content = call.args
    if call.range > 0 then
      local lines = vim.api.nvim_buf_get_lines(0, call.line1 - 1, call.line2, false)
      content = vim.trim(content .. "\n\n" .. table.concat(lines, "\n"))
    end
    M.remember(content, call.range > 0 and vim.api.nvim_buf_get_name(0) or nil)
  end, { nargs = "*", range = true })
  command("MemorySearch", function(call) M.search(call.args) end, { nargs = "+" })
  command("MemoryContext", function(call) M.context(call.args) end, { nargs = "+" })
end

return M
