class Podesta < Formula
  desc "Judge for the board game Machiavelli"
  homepage "{{.Home}}"
  version "{{.Version}}"
  license "Apache-2.0"

  on_macos do
    on_arm do
      {{with .Named "darwin-arm64.tar.gz"}}url "{{$.Home}}/{{$.Version}}/{{.Name}}"
      sha256 "{{.Hex}}"{{end}}
    end
    on_intel do
      {{with .Named "darwin-amd64.tar.gz"}}url "{{$.Home}}/{{$.Version}}/{{.Name}}"
      sha256 "{{.Hex}}"{{end}}
    end
  end

  on_linux do
    on_arm do
      {{with .Named "linux-arm64.tar.gz"}}url "{{$.Home}}/{{$.Version}}/{{.Name}}"
      sha256 "{{.Hex}}"{{end}}
    end
    on_intel do
      {{with .Named "linux-amd64.tar.gz"}}url "{{$.Home}}/{{$.Version}}/{{.Name}}"
      sha256 "{{.Hex}}"{{end}}
    end
  end

  def install
    bin.install "podesta"
    man1.install Dir["man/*.1"]
    man5.install Dir["man/*.5"]
    bash_completion.install "completion/podesta.bash" => "podesta"
    zsh_completion.install "completion/podesta.zsh" => "_podesta"
    fish_completion.install "completion/podesta.fish"
    pkgshare.install "dist"
  end

  service do
    run [opt_bin/"podesta", "serve"]
    keep_alive true
    working_dir var/"podesta"
    environment_variables PODESTA_DATA: var/"podesta"
  end

  test do
    assert_match "podesta #{version}", shell_output("#{bin}/podesta version")
  end
end
